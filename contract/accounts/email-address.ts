import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { EMAIL_PATTERN } from "./email.ts";

/** An address that mail is to go to, trimmed. Whether anybody has it is for a mail to find out. */
export const emailAddress = z
	.string("Please give an email address.")
	.check(
		z.trim(),
		atMost(254, "That email address is too long."),
		z.regex(EMAIL_PATTERN, "Please enter a valid email address."),
	);
