/** Shares of fair shuffles: the numbers that this page gives to them (docs/protocol/fair-deals.md). */

import { fromHex, randomHex, toHex } from "./hex.js";
import { read, write } from "./identity.js";
import { joined, sha256, utf8 } from "./sha256.js";

/** The key under which the share of the next shuffle is kept: a page that is loaded again has to give the same. */
const KEPT_SHARE = "coinche.share";

/**
 * The answer to a server that wants a share of a shuffle, or a pledge of it (docs/protocol/fair-deals.md). A share is
 * drawn once for each commitment, and given again where it is asked for again.
 *
 * @param {object} wanted A `share_wanted`.
 * @returns {object} The message that answers it.
 */
export function shareWanted({ table, seat, match, deal, stage, commitment }) {
  const share = shareFor(commitment);
  const answer = { type: stage, table, match, deal };
  return stage === "share" ? { ...answer, share } : { ...answer, pledge: pledgeOf(commitment, seat, share) };
}

let drawn = { commitment: "", share: "" };

/** The share for a commitment, drawn once. */
function shareFor(commitment) {
  const known = [drawn, read(sessionStorage, KEPT_SHARE)].find((one) => one?.commitment === commitment);
  drawn = known ?? { commitment, share: randomHex(32) };
  write(sessionStorage, KEPT_SHARE, drawn);
  return drawn.share;
}

const pledgeOf = (commitment, seat, share) =>
  toHex(sha256(joined(utf8("coinche/pledge/v1"), fromHex(commitment), utf8(seat), fromHex(share))));
