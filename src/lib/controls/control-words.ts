import { CONTROL_STATE_LABELS, type ControlSummary } from "#contract/controls/controls.ts";
import type { AccountId } from "#contract/ids.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** A control as read at `readAt` (milliseconds), plus the words said here since. Only the server decides its standing. */
export function controlShown<C extends ControlSummary & { objective?: string; reason?: string }>(
	control: C,
	entries: readonly Entry[],
	readAt: number,
	nameOf: (id: AccountId) => string,
): C {
	let shown = control;
	for (const { body } of wordsAhead(entries, "control-change", readAt)) {
		if (body.controlId !== control.id) continue;
		const { owner, note: _, from: __, ...rest } = body.change;
		shown = Object.assign(
			{},
			shown,
			Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
			owner !== undefined && { owner: owner && { accountId: owner, name: nameOf(owner) } },
		);
	}
	return shown;
}

/** A change to a control, in a word or two. */
export function controlChangeText({ body: { change } }: Word<"control-change">): string {
	if (change.state !== undefined) return CONTROL_STATE_LABELS[change.state];
	if (change.owner !== undefined) return "New owner";
	return change.note === undefined ? "New text" : "Note";
}
