/** What a key press does in a list. */
export type ListAction = "next" | "previous" | "select" | "help" | "undo";

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; repeat: boolean };

const ACTIONS: Record<string, ListAction> = { j: "next", k: "previous", x: "select", "?": "help", z: "undo" };

/** The keys that repeat while held down. If a verdict key repeated, it would decide one row after another. */
const HELD = new Set(["j", "k"]);

/** A letter that may be a shortcut, pressed without modifiers. `isTyping`: in a field, where every letter is text. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, isTyping: boolean): string | null {
	if (isTyping || ctrlKey || metaKey || altKey || key.length !== 1) return null;
	const letter = key.toLowerCase();
	return repeat && !HELD.has(letter) ? null : letter;
}

export const listAction = (pressed: Pressed, isTyping: boolean): ListAction | null =>
	ACTIONS[shortcutOf(pressed, isTyping) ?? ""] ?? null;

/** Whether letters are text here, or belong to an open menu. A checkbox takes no text. */
export function takesLetters(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false;
	const field = target.closest("input, textarea, select, [contenteditable], [popover], dialog");
	return field !== null && !(field instanceof HTMLInputElement && field.type === "checkbox");
}

/** Moves the focus to the row before or after the one that has it. Each row has one `[data-row-main]`, the control that opens it. */
function focusRow(list: HTMLElement, step: 1 | -1): void {
	const mains = [...list.querySelectorAll<HTMLElement>("[data-row-main]")];
	const row = document.activeElement?.closest("[data-row]");
	const at = mains.findIndex((main) => main.closest("[data-row]") === row);
	const next = mains[at + step];
	next?.focus({ preventScroll: true });
	next?.scrollIntoView({ block: "nearest" });
}

type ListKeys = { onHelp(): void; onUndo(): void };
type KeyEvent = Pressed & { target: EventTarget | null; currentTarget: HTMLElement; preventDefault(): void };

/** Handles the keys that a list has as a whole: moving, help and undo. Selecting belongs to the row. */
export function handleListKey(event: KeyEvent, { onHelp, onUndo }: ListKeys): void {
	const action = listAction(event, takesLetters(event.target));
	if (action === null || action === "select") return;
	event.preventDefault();
	if (action === "next") focusRow(event.currentTarget, 1);
	if (action === "previous") focusRow(event.currentTarget, -1);
	if (action === "help") onHelp();
	if (action === "undo") onUndo();
}
