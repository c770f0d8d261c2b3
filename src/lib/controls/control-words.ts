import { CONTROL_STATE_LABELS, type ControlSummary, type LeftOutHost } from "#contract/controls/controls.ts";
import { type AccountId, accountId } from "#contract/ids.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** A control as read at `readAt` (milliseconds), plus the words said here since. Only the server decides its standing. */
export function controlShown<
	C extends ControlSummary & { objective?: string; reason?: string; leftOut?: LeftOutHost[] | undefined },
>(control: C, entries: readonly Entry[], readAt: number, nameOf: (id: AccountId) => string): C {
	let shown = control;
	for (const { entry, body } of wordsAhead(entries, "control-change", readAt)) {
		if (body.controlId !== control.id) continue;
		const { owner, leftOut, note: _, from: __, ...rest } = body.change;
		const by = accountId.parse(entry.owner);
		shown = Object.assign(
			{},
			shown,
			Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
			owner !== undefined && { owner: owner && { accountId: owner, name: nameOf(owner) } },
			leftOut && {
				leftOut: [
					...(shown.leftOut ?? []).filter(({ host }) => host !== leftOut.host),
					...(leftOut.reason === null
						? []
						: [{ ...leftOut, at: body.saidAt, by: { accountId: by, name: nameOf(by) } }]),
				],
			},
		);
	}
	return shown;
}

/** A change to a control, in a word or two. */
export function controlChangeText({ body: { change } }: Word<"control-change">): string {
	if (change.state !== undefined) return CONTROL_STATE_LABELS[change.state];
	if (change.owner !== undefined) return "New owner";
	if (change.leftOut) return `${change.leftOut.host} ${change.leftOut.reason === null ? "counts again" : "left out"}`;
	return change.note === undefined ? "New text" : "Note";
}
