"""The sentences about events at a table, told of another player or of the listener."""

from __future__ import annotations

from coinche.text.catalog import Words


class EventText(Words):
    """Sentences about somebody; those that begin with YOU are about the listener."""

    MATCH = ("Partie en {target} points.", "Match to {target} points.")
    MATCH_OF = ("Partie en {length} donnes.", "Match of {length} deals.")
    MATCH_OF_ONE = ("Partie en une seule donne.", "One-deal match.")
    DEAL = ("Donne {deal}. {who} distribue.", "Deal {deal}. {who} deals.")
    YOU_DEAL = ("Donne {deal}. Vous distribuez.", "Deal {deal}. You deal.")
    DEAL_GATHERED = ("Donne {deal}. {who} distribue sans mélanger.", "Deal {deal}. {who} deals without shuffling.")
    YOU_DEAL_GATHERED = ("Donne {deal}. Vous distribuez sans mélanger.", "Deal {deal}. You deal without shuffling.")
    CUTS = ("{who} coupe à {at} cartes.", "{who} cuts {at} cards.")
    YOU_CUT = ("Vous coupez à {at} cartes.", "You cut {at} cards.")
    HAND = ("Votre main : {cards}.", "Your hand: {cards}.")
    MORE_CARDS = ("Vous recevez encore : {cards}.", "You are also dealt: {cards}.")
    PASSES = ("{who} passe.", "{who} passes.")
    YOU_PASS = ("Vous passez.", "You pass.")
    BIDS = ("{who} dit {bid}.", "{who} bids {bid}.")
    YOU_BID = ("Vous dites {bid}.", "You bid {bid}.")
    COINCHES = ("{who} coinche !", "{who} coinches!")
    YOU_COINCHE = ("Vous coinchez !", "You coinche!")
    SURCOINCHES = ("{who} surcoinche !", "{who} surcoinches!")
    YOU_SURCOINCHE = ("Vous surcoinchez !", "You surcoinche!")
    THROWN_IN = ("Tout le monde a passé : pas de points, on redistribue.", "Everybody passed: no points, new deal.")
    CONTRACT = ("Contrat : {bid} par {who}{times}.", "Contract: {bid} by {who}{times}.")
    YOUR_CONTRACT = ("Votre contrat : {bid}{times}.", "Your contract: {bid}{times}.")
    COINCHED_TIMES = (", coinché (×{times})", ", coinched (×{times})")
    SURCOINCHED_TIMES = (", surcoinché (×{times})", ", surcoinched (×{times})")
    PLAYS = ("{who} joue {card}.", "{who} plays {card}.")
    YOU_PLAY = ("Vous jouez {card}.", "You play {card}.")
    SAYS = ("{who} dit « {word} ».", "{who} says “{word}”.")
    YOU_SAY = ("Vous dites « {word} ».", "You say “{word}”.")
    HAS = ("{who} annonce : {what}.", "{who} declares: {what}.")
    YOU_HAVE = ("Vous annoncez : {what}.", "You declare: {what}.")
    HEIGHT = ("{who} : {kind}, hauteur {height}.", "{who}: {kind}, {height} high.")
    YOUR_HEIGHT = ("Vous : {kind}, hauteur {height}.", "You: {kind}, {height} high.")
    NOT_BETTER = ("{who} : pas mieux.", "{who}: no better.")
    YOU_NOT_BETTER = ("Vous : pas mieux.", "You: no better.")
    SHOWN = ("{kind} {cards}", "a {kind}: {cards}")
    SHOWN_CARRE = ("{kind} {cards}", "{kind}: {cards}")
    SHOWS = ("{who} montre {what}.", "{who} shows {what}.")
    YOU_SHOW = ("Vous montrez {what}.", "You show {what}.")
    RESOLVED = ("Annonces : {points} points pour {team}.", "Declarations: {points} points for {team}.")
    RESOLVED_NONE = ("Annonces à égalité : aucune ne compte.", "Declarations tied: none counts.")
    TRICK = ("{who} prend le pli : {points} points.", "{who} takes the trick: {points} points.")
    YOU_TRICK = ("Vous prenez le pli : {points} points.", "You take the trick: {points} points.")
    EMPTY_TRICK = ("{who} prend le pli, sans points.", "{who} takes the trick, with no points.")
    YOU_EMPTY_TRICK = ("Vous prenez le pli, sans points.", "You take the trick, with no points.")
    LAST_TRICK = ("{told} Le dix de der : 10 de plus.", "{told} The last trick: 10 more.")
    MADE = ("Contrat réussi.", "Contract made.")
    FAILED = ("Contrat chuté.", "Contract down.")
    DRAWN = ("Litige : personne ne gagne cette donne.", "Tied: nobody wins this deal.")
    WON = ("{team} gagne la partie, {most} à {least} !", "{team} win the match, {most} to {least}!")
    WE_WON = ("Vous gagnez la partie, {most} à {least} !", "You win the match, {most} to {least}!")
    THEY_WON = (
        "Vos adversaires gagnent la partie, {most} à {least}.",
        "Your opponents win the match, {most} to {least}.",
    )
    LEVEL = ("Égalité, {most} partout.", "Tied at {most}.")
    SITS = ("{who} s'installe en {seat}.", "{who} now sits {seat}.")
    SITS_ALREADY = ("{who} est déjà en {seat}.", "{who} sits {seat}.")
    YOU_SIT = ("Vous êtes en {seat}.", "You sit {seat}.")
    LEFT = ("{who} quitte la table : {bot} joue en {seat}.", "{who} leaves: {bot} plays {seat}.")
    NO_REMATCH = (
        "{who} ne rejoue pas : {bot} prend sa place.",
        "{who} is not playing again: {bot} takes the seat.",
    )
    BOT_SITS = ("{who} joue en {seat}.", "{who} plays {seat}.")
    VOTED_OUT = (
        "La table écarte {who} par un vote : {bot} joue en {seat} jusqu'à la fin de la partie.",
        "{who} is voted out: {bot} plays {seat} until the match is over.",
    )
    RESERVED = ("{who} jouera en {seat} après cette donne.", "{who} will play {seat} after this deal.")
    RESERVED_BOT = (
        "Un autre bot jouera en {seat} après cette donne : {who}.",
        "Another bot will play {seat} after this deal: {who}.",
    )
    NOT_RESERVED = ("La place {seat} n'est plus réservée.", "The {seat} seat is no longer reserved.")
    AGREES = (
        "{who} accepte qu'on remplace le joueur en {wanted} dès maintenant.",
        "{who} agrees that the {wanted} seat may change hands now.",
    )
    YOU_AGREE = (
        "Vous acceptez qu'on remplace le joueur en {wanted} dès maintenant.",
        "You agree that the {wanted} seat may change hands now.",
    )
    AWAY = (
        "{who} a perdu la connexion : la table attend une minute au plus.",
        "{who} lost the connection: the table waits up to a minute.",
    )
    STOOD_IN_FOR = (
        "{who} est absent : un bot joue à sa place.",
        "{who} is away: a bot plays in their place.",
    )
    YOU_STOOD_IN_FOR = ("En votre absence, un bot a joué à votre place.", "You were away: a bot played for you.")
    AWAY_BEFORE = (
        "{who} a perdu la connexion : sa place est gardée deux minutes.",
        "{who} lost the connection: the seat is kept for two minutes.",
    )
    YOU_AWAY = ("Vous n'étiez pas là.", "You were away.")
    FREED = ("La place {seat} est libre.", "The {seat} seat is free.")
    LATE = ("Temps écoulé pour {who}.", "{who} ran out of time.")
    YOU_LATE = (
        "Temps écoulé : le serveur joue pour vous cette fois.",
        "Time is up: the server plays for you this time.",
    )
    STRUCK = (
        "{who} : coup irrégulier ({strikes}), remplacé d'office.",
        "{who} broke a rule ({strikes}): the server plays instead.",
    )
    YOU_STRUCK = (
        "Coup irrégulier ({strikes}), remplacé d'office.",
        "You broke a rule ({strikes}): the server plays instead.",
    )
    FORFEITED = ("{who} ne joue plus : trop de coups irréguliers.", "{who} is out: too many rules broken.")
    YOU_FORFEITED = (
        "Trop de coups irréguliers : le serveur joue à votre place.",
        "Too many rules broken: the server plays in your place.",
    )
    CLAIMED = ("{who} abat son jeu : le reste est pour son camp.", "{who} claims the rest.")
    YOU_CLAIMED = ("Vous abattez votre jeu : le reste est pour vous.", "You claim the rest.")
    PAUSE_ASKED = ("{who} demande une pause.", "{who} asks for a pause.")
    YOU_PAUSE_ASKED = ("Vous demandez une pause.", "You ask for a pause.")
    PAUSE_AGREED = ("{who} accepte la pause.", "{who} agrees to the pause.")
    YOU_PAUSE_AGREED = ("Vous acceptez la pause.", "You agree to the pause.")
    PAUSED = ("Pause : les horloges sont arrêtées.", "Pause: the clocks are stopped.")
    PAUSE_ENDED = ("La partie reprend.", "The game resumes.")
    REMATCH_ASKED = ("{who} propose une revanche.", "{who} offers a rematch.")
    YOU_REMATCH_ASKED = ("Vous proposez une revanche.", "You offer a rematch.")
    REMATCH_AGREED = ("{who} accepte la revanche.", "{who} accepts the rematch.")
    YOU_REMATCH_AGREED = ("Vous acceptez la revanche.", "You accept the rematch.")
    HOST = ("{who} est l'hôte de la table.", "{who} is the host.")
    YOU_HOST = ("Vous êtes l'hôte de la table.", "You are the host.")
    BACK = ("{who} est de retour.", "{who} is back.")
    YOU_BACK = ("Vous retrouvez votre place.", "You are back in your seat.")
    VOTES = ("{who} veut remplacer {against} par un bot.", "{who} wants to replace {against} with a bot.")
    VOTES_AGAINST_YOU = (
        "{who} veut vous remplacer par un bot : jouez !",
        "{who} wants to replace you with a bot: play!",
    )
    DECLARES = ("{who} joue avec les conventions « {system} ».", "{who} plays the “{system}” conventions.")
    YOU_DECLARE = ("Vous jouez avec les conventions « {system} ».", "You play the “{system}” conventions.")
    YOU_VOTE = ("Vous voulez remplacer {against} par un bot.", "You want to replace {against} with a bot.")
    CHATTED_WATCHING = ("{name} (regarde) : {text}", "{name} (watching): {text}")
    CHATTED = ("{name} : {text}", "{name}: {text}")
    CLOSED = ("La table est fermée.", "The table is closed.")
