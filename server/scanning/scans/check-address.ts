import { kindOf } from "#contract/kinds/kinds.ts";
import type { ScanRequest } from "#contract/scans/scans.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { isDeliverable, mailboxOf } from "#server/platform/texts/mailbox.ts";
import type { Asker } from "./asker.ts";

/** Where a scan's email goes; null if its kind sends none. `own`: the requester's own address, confirmed. */
export type Address = { ok: true; email: string | null; own: boolean };

/**
 * Who may have email sent where. Your own confirmed address is always allowed. Any other address gets only reports of the free scan,
 * unless its reader has opted out, which the database knows.
 */
export function checkAddress({ kind, body }: ScanRequest, asker: Asker): Address | Refusal {
	const { mails } = kindOf(kind);
	if (mails === "none" || !("email" in body)) return { ok: true, email: null, own: false };
	const { email } = body;
	if (!isDeliverable(email)) return refuse("invalid_body", "Please enter a valid email address.");

	const isTheirs = asker.type === "account" && mailboxOf(asker.email) === mailboxOf(email);
	if (isTheirs && asker.emailConfirmed) return { ok: true, email, own: true };
	if (mails === "account") {
		return isTheirs
			? refuse(
					"email_unconfirmed",
					"Please confirm your email address first, with the code from our email. The scan was not started.",
				)
			: refuse(
					"invalid_body",
					"Please give the email address of your account: the report of this scan goes nowhere else.",
				);
	}
	return { ok: true, email, own: false };
}

export const OPTED_OUT = refuse(
	"address_opted_out",
	"The owner of this mailbox has asked us not to send scan reports to it. Please give another address.",
);
