import { type ReactNode, useRef, useState } from "react";
import {
	CONTROL_STATE_LABELS,
	type ControlChange,
	type ControlState,
	type ControlSummary,
} from "#contract/controls/controls.ts";
import { counted } from "#contract/format/count.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { inTurn, orSayWhy } from "#src/lib/words/in-turn.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import { notify } from "#src/ui/toast/notify.ts";
import type { Toast } from "#src/ui/toast/toast.ts";
import { type BulkChange, backTo, changedBy } from "./bulk-change.ts";
import { OwnerDialog } from "./owner-dialog.tsx";
import { type ReasonedState, StateReasonDialog } from "./state-reason-dialog.tsx";

/** How long a toast with an undo stays, in milliseconds. People need time to find it. */
const UNDO_MS = 10_000;

type Said = { control: ControlSummary; change: ControlChange["change"] };
type Done = { change: BulkChange; items: readonly { control: ControlSummary; entry: Entry }[] };
type Asking = { what: "owner" | ReasonedState; controls: readonly ControlSummary[]; onDone(): void };

const tell = (toast: Toast) => void notify(toast).catch(() => undefined);

/** One after another. If one does not get through, the outbox sends the rest when it can. */
async function sendInOrder(entries: readonly Entry[]): Promise<void> {
	for (const { id } of entries) {
		const sent = await browserOutbox().sendNow(id);
		if (sent?.status !== "accepted" && sent?.status !== "rejected") return;
	}
}

/** Removes what was not sent from the outbox, after waiting for what is being sent right now. Returns what was delivered. */
async function withdraw({ items }: Done): Promise<Done["items"]> {
	const ids = new Set<string>(items.map(({ entry }) => entry.id));
	const { entries } = await shownOutbox().contents();
	const open = entries.filter(({ id, status }) => ids.has(id) && status !== "accepted");
	const removed = await browserOutbox().discardUnlessSent(open.map(({ id }) => id));
	const gone = new Set<string>(removed.map(({ id }) => id));
	return items.filter(({ entry }) => !gone.has(entry.id));
}

function doneText(change: BulkChange, count: number): string {
	const what = "owner" in change ? "owner changed" : CONTROL_STATE_LABELS[change.state].toLowerCase();
	return `${counted(count, "control")}: ${what}`;
}

/**
 * Changes the owner or the state of several controls through the outbox, so it also works offline, and undoes the last change. Render
 * `dialog` in the screen.
 */
export function useBulkChange() {
	const { scope, workspace } = useScope();
	const [asking, setAsking] = useState<Asking | null>(null);
	const last = useRef<Done | null>(null);

	/** All are saved, or none: then a toast says why, and it resolves to null. */
	async function say(said: readonly Said[]): Promise<Entry[] | null> {
		const owner = signedInOwner();
		if (owner === null) return null;
		const saidAt = new Date().toISOString();
		const requests = said.map(({ control: { id, clientId }, change }): NewEntry => {
			const whose = workspace?.clients.find((client) => client.id === clientId) ?? null;
			const body = { controlId: id, change, saidAt };
			return { kind: "control-change", body, owner, ...scopeFields(owner, scope, whose) };
		});
		const saved = await orSayWhy(inTurn(() => browserOutbox().enqueueAll(requests)));
		if (saved) void sendInOrder(saved).catch(() => undefined);
		return saved;
	}

	async function undo(done: Done): Promise<void> {
		// A second tap finds nothing left to undo.
		if (last.current !== done) return;
		last.current = null;
		const delivered = await orSayWhy(withdraw(done));
		if (!delivered) return;
		const back = delivered.map(({ control }) => ({ control, change: backTo(control, done.change) }));
		if (back.length > 0 && !(await say(back))) return;
		tell({ title: `Undone: ${counted(done.items.length, "control")}`, text: "" });
	}

	async function apply(change: BulkChange, controls: readonly ControlSummary[], onDone: () => void): Promise<boolean> {
		const changing = changedBy(controls, change);
		const left = controls.length - changing.length;
		if (changing.length === 0) {
			tell({ title: "Nothing was changed", text: `None of the ${counted(left, "control")} can change that way.` });
			return false;
		}
		const entries = await say(changing.map((control) => ({ control, change })));
		if (!entries) return false;
		const items = changing.flatMap((control, at) => {
			const entry = entries[at];
			return entry ? [{ control, entry }] : [];
		});
		const done = { change, items };
		last.current = done;
		onDone();
		const text = [
			left > 0 && `${counted(left, "control")} stayed as before.`,
			!isOnline() && "Saved on this device, waiting to send.",
		];
		tell({
			title: doneText(change, changing.length),
			text: text.filter(Boolean).join(" "),
			duration: UNDO_MS,
			action: { label: "Undo", run: () => void undo(done) },
		});
		return true;
	}

	return {
		isAsking: asking !== null,
		dialog: asking && <Ask {...asking} apply={apply} onClose={() => setAsking(null)} />,
		/** Moves the controls to a state, after asking why where that is needed. */
		move(state: ControlState, controls: readonly ControlSummary[], onDone: () => void): void {
			if (state === "not-operating" || state === "retired") setAsking({ what: state, controls, onDone });
			else void apply({ state }, controls, onDone);
		},
		/** Asks for their owner. */
		assign: (controls: readonly ControlSummary[], onDone: () => void) => setAsking({ what: "owner", controls, onDone }),
		/** Undoes the last change that was made here, once. */
		undoLast(): void {
			if (last.current) void undo(last.current);
		},
	};
}

type AskProps = Asking & {
	apply(change: BulkChange, controls: readonly ControlSummary[], onDone: () => void): Promise<boolean>;
	onClose(): void;
};

function Ask({ what, controls, onDone, apply, onClose }: AskProps): ReactNode {
	const account = useAccount();
	const me = account.status === "known" ? account.account.accountId : null;
	const [first] = controls;
	const subtitle = controls.length === 1 && first ? first.title : counted(controls.length, "control");
	if (what !== "owner") {
		return (
			<StateReasonDialog
				state={what}
				subtitle={subtitle}
				several={controls.length > 1}
				onReason={(reason) => apply({ state: what, reason }, controls, onDone)}
				onClose={onClose}
			/>
		);
	}
	const now = first?.owner ?? null;
	const isShared = controls.every(({ owner }) => owner?.accountId === now?.accountId);
	return (
		<OwnerDialog
			subtitle={subtitle}
			first={isShared && now ? now.accountId : me}
			now={now}
			onOwner={(owner) => apply({ owner }, controls, onDone)}
			onClose={onClose}
		/>
	);
}
