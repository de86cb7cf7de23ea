// Making elements. Texts become text nodes: nothing that the server or a person sends is ever read as HTML.

/** @typedef {Node|string|number|null|undefined|false} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  set(element, props ?? {});
  append(element, children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props|null} [props]
 * @param {...(Child|Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  set(element, props ?? {});
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Props} props
 */
function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    // These are properties: as attributes they would only be the first value.
    else if (name === "value" || name === "checked" || name === "selected") Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Node} parent
 * @param {(Child|Child[])[]} children
 */
function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Puts these children in place of all others.
 * @param {Element} parent
 * @param {...(Child|Child[])} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
}

/**
 * A control with its label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(text, control, hint) {
  return h("label", { class: "field" }, h("span", null, text), control, hint ? h("small", null, hint) : null);
}

/**
 * A select with options; the chosen one is `value`.
 * @param {{value: string, text: string, title?: string}[]} options
 * @param {string} value
 * @param {Props} [props]
 */
export function select(options, value, props) {
  const items = options.map((o) => h("option", { value: o.value, title: o.title, selected: o.value === value }, o.text));
  return h("select", props ?? {}, items);
}

/**
 * Tells the reader something in passing; screen readers say it.
 * @param {string} text
 * @param {"note"|"error"} [kind]
 */
export function note(text, kind = "note") {
  const place = document.getElementById("notes");
  if (!place) return;
  const item = h("p", { class: kind }, text);
  place.append(item);
  setTimeout(() => item.remove(), 6000);
}

/**
 * What went wrong, as text.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Adds a stylesheet to the page, once; ready when it is loaded.
 * @param {URL} url
 * @returns {Promise<void>}
 */
export function stylesheet(url) {
  if (document.querySelector(`link[href="${url.pathname}"]`)) return Promise.resolve();
  return new Promise((ready) => {
    // A page without its styles is better than none.
    const done = () => ready();
    document.head.append(h("link", { rel: "stylesheet", href: url.pathname, onload: done, onerror: done }));
  });
}
