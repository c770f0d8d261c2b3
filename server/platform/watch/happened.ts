import { channel } from "node:diagnostics_channel";
import type { ScanFailure, ScanKind } from "#contract/scans/scans.ts";
import type { LeadKind } from "#contract/site/leads.ts";

/**
 * For a push message. `gone`: the endpoint does not exist anymore, or never did. `refused`: the service does not accept this message.
 * `later`: trying again may help.
 */
export type Delivery = "delivered" | "gone" | "refused" | "later";

/** Something worth counting. Nothing in it names a person, a host or an address: all of it may become a label. */
export type Happening =
	| { what: "request began" }
	/**
	 * `route`: as it is registered, never the path that was called. `status` is undefined if the client hung up first. `seconds`: for a
	 * stream, how long its reader keeps it open.
	 */
	| {
			what: "request ended";
			method: string;
			route: string;
			status: number | undefined;
			seconds: number | undefined;
	  }
	| { what: "stream opened" }
	| { what: "stream closed" }
	| { what: "batch answered"; statuses: readonly number[] }
	| { what: "job ended"; job: string; outcome: "done" | "failed"; seconds: number }
	/** `waited`: since it was accepted. */
	| { what: "scan began"; kind: ScanKind; waitedSeconds: number }
	/** `seconds`: since its last worker started it; undefined if none did. */
	| { what: "scan ended"; kind: ScanKind; ending: ScanEnding; seconds: number | undefined }
	| { what: "engine ended"; engine: ScanKind; outcome: EngineOutcome; seconds: number }
	/** `job`: the one that sends this kind of email. */
	| { what: "mail"; job: string; outcome: "sent" | "failed" }
	| { what: "push"; outcome: Delivery }
	| { what: "lead"; kind: LeadKind }
	| { what: "limit reached"; limit: string }
	| { what: "stray rejection" };

export type ScanEnding = "completed" | "partial" | ScanFailure["code"];
export type EngineOutcome = "completed" | "partial" | "failed" | "broke";

const happenings = channel("plumbline:happened");

/** Reports that something happened. Costs almost nothing while nothing counts. */
export function happened(happening: Happening): void {
	if (happenings.hasSubscribers) happenings.publish(happening);
}

/** Returns a function that stops listening. */
export function onHappening(listen: (happening: Happening) => void): () => void {
	const hear = (message: unknown) => listen(message as Happening);
	happenings.subscribe(hear);
	return () => happenings.unsubscribe(hear);
}
