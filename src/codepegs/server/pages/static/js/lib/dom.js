/**
 * Builds elements from nested calls, and updates an old tree to match a new one with as few changes as possible. So
 * the focus, the caret and running animations survive. A child is matched by its `data-part`, id, `data-act` or first
 * class. Only a child with a `data-part` may move among its siblings. Listeners sit further up and read `data-act`.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false | Content[]} Content */

/**
 * An element. Attributes that are null, undefined or false are left out; true stands for an empty one. `style` is an
 * object with custom properties.
 * @param {string} tag
 * @param {Record<string, unknown>} attributes
 * @param {...Content} content
 */
export function h(tag, attributes = {}, ...content) {
  return filled(document.createElement(tag), attributes, content);
}

/**
 * The same for pictures.
 * @param {string} tag @param {Record<string, unknown>} attributes @param {...Content} content
 */
export function svg(tag, attributes = {}, ...content) {
  return filled(document.createElementNS(SVG, tag), attributes, content);
}

/** A line drawing in a box of 24. @param {string} path */
export const icon = (path) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));

function filled(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    // The content security policy forbids style attributes, and allows this.
    if (name === "style") for (const [property, set] of Object.entries(value)) element.style.setProperty(property, set);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(content));
  return element;
}

/** @param {any[]} content @returns {(Node | string)[]} */
function nodes(content) {
  return content
    .flat(Infinity)
    .filter((node) => node !== null && node !== undefined && node !== false && node !== "")
    .map((node) => (node instanceof Node ? node : String(node)));
}

/** Attributes of a button that does nothing now, and keeps the focus. @param {boolean} nothing */
export const off = (nothing) => ({ "aria-disabled": nothing ? "true" : null });

/** Make what is in `element` like `content`. Custom elements are left to themselves but for their attributes. */
export function update(element, ...content) {
  const wanted = document.createDocumentFragment();
  wanted.append(...nodes(content));
  children(element, wanted);
}

function children(old, wanted) {
  const named = new Map();
  for (const child of old.children) if (child.dataset?.part) named.set(child.dataset.part, child);
  const later = new Map();
  for (const next of wanted.childNodes) later.set(identity(next), (later.get(identity(next)) ?? 0) + 1);
  let place = old.firstChild;
  const remove = () => {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  };
  for (const next of [...wanted.childNodes]) {
    const what = identity(next);
    // What goes away goes first: to move what stays behind it would take its focus.
    while (place && identity(place) !== what && !later.get(identity(place))) remove();
    later.set(what, later.get(what) - 1);
    const known = named.get(next.dataset?.part);
    if (known && known !== place) {
      old.insertBefore(known, place);
      place = known;
    }
    if (place && identity(place) === what) {
      const following = place.nextSibling;
      same(place, next);
      place = following;
    } else {
      old.insertBefore(next, place);
    }
  }
  while (place) remove();
}

/** What a node is among its siblings. One that is the same after a change stays on the page. @param {any} node */
function identity(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const { part, act } = node.dataset;
  return `${node.localName} ${part ?? (node.id || act || node.classList[0])}`;
}

function same(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // What scripts set by style, and what a reader opened, is not the tree's.
    if (!next.hasAttribute(name) && name !== "style" && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name === "style") old.style.cssText = next.style.cssText;
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!old.localName.includes("-")) children(old, next);
}
