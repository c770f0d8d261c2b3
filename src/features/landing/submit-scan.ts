import type { NewEntry } from "#src/outbox/record.ts";
import { type KeptRequest, type SubmitDeps, submitRequest } from "#src/outbox/submit.ts";
import type { Kept, Outcome, Values } from "./scan-form-state.ts";

const newEntry = ({ target, email }: Values): NewEntry => ({
	kind: "combined-scan",
	body: { target, email },
	// The free scan belongs to nobody's account, also when somebody is signed in.
	owner: "anonymous",
});

const keptRequest = (kept: Kept): KeptRequest => {
	const { id, ...rest } = kept;
	const request = newEntry(kept);
	return rest.saved ? { id, request, saved: true } : { id, request, saved: false, why: rest.why };
};

/** Submits the free-scan form. DESIGN, "What the forms show", says what each outcome looks like. */
export async function submitScan(values: Values, kept: Kept | null, world: SubmitDeps): Promise<Outcome> {
	const outcome = await submitRequest(newEntry(values), kept && keptRequest(kept), world);
	switch (outcome.type) {
		case "refused":
		// Nobody is signed in here who could do what a held entry waits for, so it is a refusal like any other.
		case "held":
			return { type: "refused", id: outcome.id, message: outcome.error?.message ?? "" };
		default:
			return outcome;
	}
}
