import { scanEntry } from "#contract/kinds/kinds.ts";
import type { ScanKind, ScanRequest } from "#contract/scans/scans.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { earnInstall } from "#src/lib/device/install.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { awaitEnd } from "#src/lib/scans/scan-ends.ts";
import { lookForScans } from "#src/lib/scans/scan-events.ts";
import { keptAfter } from "#src/lib/submission/kept-after.ts";
import type { SubmissionDeps, Submitted } from "#src/lib/submission/submission.ts";
import type { Values } from "#src/lib/submission/submission-state.ts";
import { noteLastClient } from "#src/lib/workspace/clients/pick-client.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { followEntry } from "#src/requests/follow-entry.ts";
import { type KeptRequest, submitRequest } from "#src/requests/submit.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";
import { notify } from "#src/ui/toast/notify.ts";
import type { Whose } from "../use-pick-client.ts";
import { FORMS, requestOf } from "./launch-forms.ts";
import { noteOf } from "./launch-labels.ts";
import { QUEUED, QUEUED_UNCLAIMED, troubleText } from "./launch-text.ts";

const LOADING_TOAST_MS = 3_000;

const knownAccount = () => {
	const state = readAccount();
	return state.status === "known" ? state.account : null;
};

/**
 * Whose request it is. Without an account the server takes only an anonymous one, and the device keeps only an unclaimed
 * one, which the next sign-in asks about.
 */
const ownerNow = (): NewEntry["owner"] => signedInOwner() ?? (isOnline() ? "anonymous" : "unclaimed");

/** The request from the form, without its owner. */
type Asked = { request: ScanRequest; note: ReturnType<typeof noteOf>; whose: Whose };

const entryOf = ({ request: { kind, body }, note, whose }: Asked, owner: NewEntry["owner"]): NewEntry =>
	// Kind and body belong together, but a destructured union loses that.
	({
		kind: scanEntry(kind),
		body,
		...scopeFields(owner, whose.scope, whose.client),
		...note,
		owner,
	}) as NewEntry;

async function submit(asked: Asked, kept: KeptRequest | null): Promise<Submitted> {
	const deps = { outbox: browserOutbox(), online: isOnline };
	const entry = entryOf(asked, ownerNow());
	const outcome = await submitRequest(entry, kept, deps);
	if (outcome.type === "held" && entry.owner === "unclaimed") {
		return { outcome: { type: "queued", id: outcome.id }, kept: null };
	}
	if (outcome.type !== "held" || entry.owner !== "anonymous") return { outcome, kept: keptAfter(outcome, entry) };
	// The server asks for an account: an unclaimed request can wait for a sign-in, an anonymous one cannot.
	const unclaimed = entryOf(asked, "unclaimed");
	const saved = await submitRequest(unclaimed, { id: outcome.id, request: entry, saved: true }, deps);
	return { outcome: { ...outcome, id: saved.id }, kept: keptAfter(saved, unclaimed) };
}

/** The screen around the forms. */
export type LaunchScreen = {
	/** Closes the dialog of this kind. `notice` says what the closed dialog cannot. */
	done(kind: ScanKind, notice: string | null): void;
	/** Whether the form of this kind is on the screen. */
	isOpen(kind: ScanKind): boolean;
	/** Who a form's request is for. */
	whose(kind: ScanKind, values: Values): Whose;
};

const toast = (title: string, text: string, duration?: number) =>
	notify({ title, text, ...(duration !== undefined && { duration }) });

/** What a kind's form does in a browser. */
export const createLaunchDeps = (kind: ScanKind, screen: LaunchScreen): SubmissionDeps => ({
	known: () => ({ email: knownAccount()?.email ?? "" }),
	submit(values, kept) {
		const { loading } = FORMS[kind];
		if (loading) toast(loading, "", LOADING_TOAST_MS).catch(() => undefined);
		const whose = screen.whose(kind, values);
		if (whose.client) noteLastClient(whose.scope, whose.client.id);
		return submit({ request: requestOf(kind, values), note: noteOf(values), whose }, kept);
	},
	follow: (id, listener) => followEntry(browserOutbox(), id, listener),
	forget(id) {
		browserOutbox()
			.discard(id)
			.catch(() => undefined);
	},
	async announce(outcome, state) {
		const known = knownAccount() !== null;
		if (outcome.type === "accepted" || outcome.type === "queued") {
			earnInstall();
			screen.done(kind, outcome.type === "accepted" ? null : known ? QUEUED : QUEUED_UNCLAIMED);
			if (outcome.type === "queued") return;
			if (known) {
				awaitEnd(outcome.receipt?.scanId);
				void lookForScans();
			}
			await toast(FORMS[kind].success, outcome.unsaved ?? "");
		} else if (FORMS[kind].failure === "toast" || !screen.isOpen(kind)) {
			const { error, kept } = troubleText(outcome, state);
			await toast(error, kept ?? "");
		}
	},
	markBusy: () => markBusy("form"),
});
