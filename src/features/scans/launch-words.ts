import type { ScanKind } from "#contract/scans.ts";
import type { HoldReason } from "#src/outbox/entry.ts";
import { FORMS } from "./launch-forms.ts";
import type { Trouble } from "./launch-state.ts";

const UNKNOWN = "Something went wrong";

export type TroubleWords = {
	/** Specification, section 8. */
	error: string;
	/** Where the request is now. */
	kept: string | null;
	/** What to do about it that has a place in the product. */
	remedy: "sign-in" | "ownership" | null;
};

export function troubleWords(trouble: Trouble): TroubleWords {
	const message = "message" in trouble ? trouble.message : (trouble.error?.message ?? "");
	const error = message.trim() || UNKNOWN;
	switch (trouble.type) {
		case "refused":
		case "failed":
			return { error, kept: null, remedy: null };
		case "waiting":
			return { error, kept: "Saved on this device; it will be sent again.", remedy: null };
		case "unsaved":
			return { error, kept: `${trouble.why} Keep this page open and submit again.`, remedy: null };
		case "held":
			return { error: heldError(trouble) ?? error, ...HELD[trouble.reason] };
	}
}

const ASKS = "Saved on this device. The outbox asks whether it is still to be sent.";

const HELD: Record<HoldReason, Pick<TroubleWords, "kept" | "remedy">> = {
	"sign-in": { kept: "Saved on this device. Sign in, and it can go out.", remedy: "sign-in" },
	ownership: {
		kept: "Saved on this device. Show that the target is yours, then submit again.",
		remedy: "ownership",
	},
	engine: { kept: "Saved on this device. It can be sent from the outbox once this can be run here.", remedy: null },
	stale: { kept: ASKS, remedy: null },
	"not-after": { kept: ASKS, remedy: null },
	"handed-over": { kept: "Saved on this device, and in a file for another one.", remedy: null },
};

const heldError = ({ reason, error }: Extract<Trouble, { type: "held" }>): string | null =>
	reason === "sign-in" && !error ? "You are not signed in." : null;

/** What a toast says of a submission that is over: its title and, below, where it is. Empty where the form says it itself. */
export function successWords(kind: ScanKind, unsaved: string | null): { title: string; text: string } {
	return { title: FORMS[kind].success, text: unsaved ?? "" };
}

export const QUEUED = "Saved on this device. It goes out when you are back online.";
export const QUEUED_UNCLAIMED = "Saved on this device. It goes out when you are back online and signed in.";
