/**
 * Small steps on nodes that are kept: a press across an update still lands on its node.
 *
 * Text goes in as text alone, so that a name or a line of chat is never read as markup.
 */

/**
 * Make an element.
 *
 * @param {string} tag The name, with classes after dots: `button.card`.
 * @param {object} [given] Attributes; `on…` are listeners, `text` is the content, true is an attribute without a value.
 * @param {...Node} children
 * @returns {HTMLElement}
 */
export function el(tag, given = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(given)) {
    if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else setAttribute(node, key, value);
  }
  node.append(...children);
  return node;
}

/** A button that does not send a form. @param {string} [kind] Its class. */
export const button = (text, onclick, kind = "") =>
  el(kind === "" ? "button" : `button.${kind}`, { type: "button", text, onclick });

/** Set an attribute; null and false take it away. */
export function setAttribute(node, name, value) {
  const text = value === true ? "" : value;
  if (text === null || text === undefined || text === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(text)) node.setAttribute(name, text);
}

/** Set the text of a node, unless it is that already. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Show a node or hide it. */
export function setShown(node, shown) {
  if (node.hidden === shown) node.hidden = !shown;
}

/** Have a class or not. */
export function setClass(node, name, has) {
  if (node.classList.contains(name) !== has) node.classList.toggle(name, has);
}

/**
 * A list of nodes by key, each made once, updated, and moved only where its place has changed.
 *
 * @template Item
 * @param {HTMLElement} parent
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} make
 * @param {(node: HTMLElement, item: Item) => void} [update]
 * @returns {(items: readonly Item[]) => void} Shows those items.
 */
export function keyed(parent, keyOf, make, update = () => {}) {
  const nodes = new Map();
  return (items) => {
    const wanted = new Set(items.map(keyOf));
    for (const [key, node] of nodes) {
      if (!wanted.has(key)) {
        node.remove();
        nodes.delete(key);
      }
    }
    items.forEach((item, place) => {
      const key = keyOf(item);
      if (!nodes.has(key)) nodes.set(key, make(item));
      const node = nodes.get(key);
      update(node, item);
      if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
    });
  };
}
