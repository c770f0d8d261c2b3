import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { EMAIL_PATTERN } from "./email.ts";

/** An address to send email to, trimmed. Only an email can show whether anyone has it. */
export const emailAddress = z
	.string("Please give an email address.")
	.check(
		z.trim(),
		atMost(254, "That email address is too long."),
		z.regex(EMAIL_PATTERN, "Please enter a valid email address."),
	);
