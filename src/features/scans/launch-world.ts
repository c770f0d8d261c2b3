import type { ScanKind, ScanRequest } from "#contract/scans.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { earnInstall } from "#src/lib/device/install.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { lookForScans } from "#src/lib/scans/scan-events.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import { followEntry } from "#src/outbox/follow-entry.ts";
import type { NewEntry } from "#src/outbox/record.ts";
import { type KeptRequest, type SubmitOutcome, submitRequest } from "#src/outbox/submit.ts";
import { markBusy } from "#src/sw-bridge/busy.ts";
import { notify } from "#src/ui/toast/notify.ts";
import type { LaunchWorld } from "./launch-controller.ts";
import { FORMS } from "./launch-forms.ts";
import { isDone, type Outcome } from "./launch-state.ts";
import { QUEUED, QUEUED_UNCLAIMED, successWords, troubleWords } from "./launch-words.ts";

const LOADING_TOAST_MS = 3_000;

const knownAccount = () => {
	const state = readAccount();
	return state.status === "known" ? state.account : null;
};

/**
 * Whose request it is. Nobody's can be asked of the server only as an anonymous one, and kept only as one that the next
 * sign-in asks about.
 */
const ownerNow = (): NewEntry["owner"] => knownAccount()?.accountId ?? (isOnline() ? "anonymous" : "unclaimed");

const entryOf = ({ kind, body }: ScanRequest, owner: NewEntry["owner"]): NewEntry =>
	// Kind and body belong together, which a union taken apart no longer says.
	({ kind: `${kind}-scan`, body, owner }) as NewEntry;

function keptAfter(outcome: SubmitOutcome, request: NewEntry): KeptRequest | null {
	switch (outcome.type) {
		case "held":
		case "waiting":
			return { id: outcome.id, request, saved: true };
		case "unsaved":
			return { id: outcome.id, request, saved: false, why: outcome.why };
		default:
			return null;
	}
}

async function submit(request: ScanRequest, kept: KeptRequest | null) {
	const outbox = browserOutbox();
	const world = { outbox, online: isOnline };
	const entry = entryOf(request, ownerNow());
	const outcome: Outcome = await submitRequest(entry, kept, world);
	if (outcome.type === "held" && entry.owner === "unclaimed") {
		return { outcome: { type: "queued", id: outcome.id } as const, kept: null };
	}
	if (outcome.type !== "held" || entry.owner !== "anonymous") return { outcome, kept: keptAfter(outcome, entry) };
	// The server wants to know whose it is: under its own name it can wait for a sign-in, as an anonymous one it cannot.
	const unclaimed = entryOf(request, "unclaimed");
	const saved = await submitRequest(unclaimed, { id: outcome.id, request: entry, saved: true }, world);
	return { outcome: { ...outcome, id: saved.id }, kept: keptAfter(saved, unclaimed) };
}

/** What the page around the forms is told. */
export type LaunchPage = {
	/** The dialog may close, and `notice` says what the closed dialog cannot. */
	done(kind: ScanKind, notice: string | null): void;
	/** Whether the form of this kind is on the screen. */
	isOpen(kind: ScanKind): boolean;
};

const say = (title: string, text: string, duration?: number) =>
	notify({ title, text, ...(duration !== undefined && { duration }) }).catch(() => undefined);

/** The forms' world in a browser. */
export const createLaunchWorld = (page: LaunchPage): LaunchWorld => ({
	email: () => knownAccount()?.email ?? "",
	submit,
	follow: (id, listener) => followEntry(browserOutbox(), id, listener),
	forget(id) {
		browserOutbox()
			.discard(id)
			.catch(() => undefined);
	},
	submitting(kind) {
		const { loading } = FORMS[kind];
		if (loading) void say(loading, "", LOADING_TOAST_MS);
	},
	settled(kind, outcome) {
		if (outcome.type === "accepted") {
			const { title, text } = successWords(kind, outcome.unsaved);
			void say(title, text);
			if (knownAccount()) void lookForScans();
		}
		if (isDone(outcome)) {
			earnInstall();
			const queued = knownAccount() ? QUEUED : QUEUED_UNCLAIMED;
			return page.done(kind, outcome.type === "queued" ? queued : null);
		}
		const { error, kept } = troubleWords(outcome);
		if (FORMS[kind].failure === "toast" || !page.isOpen(kind)) void say(error, kept ?? "");
	},
	markBusy: () => markBusy("form"),
});
