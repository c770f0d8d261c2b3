import type { EntryId } from "#contract/ids.ts";
import { dnsForm } from "#contract/scans/dns-form.ts";
import { timings } from "#src/config/timings.ts";
import { earnInstall } from "#src/lib/device/install.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { addReceipt, type Receipt, settleReceipt } from "#src/lib/free-scan/receipts.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { keptAfter } from "#src/lib/submission/kept-after.ts";
import type { Submitted } from "#src/lib/submission/submission.ts";
import type { Values } from "#src/lib/submission/submission-state.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { type Fate, followEntry } from "#src/requests/follow-entry.ts";
import { type KeptRequest, type SubmitDeps, submitRequest } from "#src/requests/submit.ts";
import { notify } from "#src/ui/toast/notify.ts";

/** Submits the free-scan form (specification, section 4). Signed in, the scan belongs to the account. */
export async function submitScan(
	values: Values,
	kept: KeptRequest | null,
	deps: SubmitDeps,
	signedIn = signedInOwner(),
): Promise<Submitted> {
	const { target = "", email = "" } = values;
	const requestOf = (owner: NewEntry["owner"]): NewEntry => ({ kind: "combined-scan", body: { target, email }, owner });
	let request = requestOf(signedIn ?? "anonymous");
	let outcome = await submitRequest(request, kept, deps);
	if (outcome.type === "held" && request.owner === "unclaimed") {
		return { outcome: { type: "queued", id: outcome.id }, kept: null };
	}
	if (outcome.type === "held" && outcome.reason === "sign-in" && request.owner !== "anonymous") {
		// The session has ended, but the free scan needs none.
		const refused: KeptRequest = { id: outcome.id, request, saved: true };
		request = requestOf("anonymous");
		outcome = await submitRequest(request, refused, deps);
	}
	if (outcome.type === "held") {
		// This form cannot provide what a held entry waits for, so treat this like any other refusal.
		const error = outcome.error ?? { status: null, code: null, message: "" };
		return { outcome: { type: "refused", id: outcome.id, error }, kept: null };
	}
	return { outcome, kept: keptAfter(outcome, request) };
}

/** Requests that the form still shows because their first attempt failed. They get a receipt when they get through. */
const waiting = new Map<EntryId, Values>();

function noteReceipt(id: EntryId, { target = "", email = "" }: Values, state: Receipt["state"]): void {
	addReceipt({ id, target: dnsForm(target), email, at: Date.now(), state });
}

/** Submits through this browser's outbox. A requested scan gets a receipt, and from then on the app install may be offered. */
export async function sendScan(values: Values, kept: KeptRequest | null): Promise<Submitted> {
	const submitted = await submitScan(values, kept, { outbox: browserOutbox(), online: isOnline });
	const { outcome } = submitted;
	if (outcome.type === "accepted") noteReceipt(outcome.id, values, "sent");
	if (outcome.type === "queued") noteReceipt(outcome.id, values, "saved");
	if (outcome.type === "waiting") waiting.set(outcome.id, values);
	if (outcome.type === "accepted" || outcome.type === "queued" || outcome.type === "waiting") earnInstall();
	return submitted;
}

export const followScan = (id: EntryId, listener: (fate: Fate) => void) =>
	followEntry(browserOutbox(), id, (fate) => {
		const values = waiting.get(id);
		if (values && fate.fate === "delivered") noteReceipt(id, values, "sent");
		settleReceipt(id, fate.fate, Date.now());
		listener(fate);
	});

export const forgetScan = (id: EntryId) => browserOutbox().discard(id);

export async function announceScan(): Promise<void> {
	await notify({
		title: "Scan launched!",
		text: "We are checking your security posture now. Keep an eye on your email for your results.",
		duration: timings.landingScanToast,
	});
}
