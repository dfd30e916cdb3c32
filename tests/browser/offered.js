// All controls in sight or within reach by scrolling that can be used now, inside SELECTOR.
// `monkey.list()` describes them, and `monkey.place(i)` scrolls to one and says where to tap.
globalThis.monkey ??= {
  list(selector) {
    const inside = document.querySelector("dialog:modal") ?? document;
    const isShown = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
    const isOff = e => e.matches(":disabled") || e.ariaDisabled == "true" || e.closest("[inert]");
    const controls = "button, [role=button], input, select, summary, a[href]";
    const found = [...inside.querySelectorAll(selector)].flatMap(box => [...box.querySelectorAll(controls), box])
      .filter(e => e.matches(controls) && isShown(e) && !isOff(e));
    const boards = [...inside.querySelectorAll(selector)].flatMap(box => [box, ...box.querySelectorAll("*")])
      .filter(e => getComputedStyle(e).touchAction == "none" && isShown(e))
      .filter((e, _, all) => !all.some(other => other != e && other.contains(e)));
    monkey.found = [...new Set([...found.filter(e => !boards.some(b => b.contains(e))), ...boards])];
    return monkey.found.map(e => monkey.about(e, boards.includes(e)));
  },
  about(e, isBoard) {
    return {
      kind: isBoard ? "board" : e.localName == "input" && /text|search|number/.test(e.type) ? "field" : e.localName,
      says: e.ariaLabel || e.innerText?.trim() || e.placeholder || "",
      quiet: e.matches(".quiet"),
      main: e.matches(".go"),
      pressed: e.ariaPressed == "true",
      least: e.minLength > 0 ? e.minLength : 0,
      most: e.maxLength > 0 ? e.maxLength : 1e6,
    };
  },
  focused(selector) {
    const e = document.activeElement;
    const isOff = e.matches(":disabled") || e.ariaDisabled == "true";
    return e.closest(selector) && !isOff ? monkey.about(e, false) : null;
  },
  place(i) {
    const e = monkey.found[i];
    if (!e?.isConnected) return null;
    e.scrollIntoView({ block: "center", inline: "center" });
    const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
    const top = document.elementFromPoint(x, y);
    if (!e.contains(top)) return (top?.outerHTML ?? "nothing").slice(0, 160);
    if (!monkey.isBoard(e)) return [[x, y]];
    return [...e.querySelectorAll("button, [role=img], [role=button]")].map(c => {
      const r = c.getBoundingClientRect();
      return [r.x + r.width / 2, r.y + r.height / 2, r.width];
    });
  },
  isBoard: e => getComputedStyle(e).touchAction == "none",
};
