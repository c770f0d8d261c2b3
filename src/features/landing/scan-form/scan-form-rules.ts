import { EMAIL_PATTERN } from "#contract/accounts/email.ts";
import type { FormRules } from "#src/lib/submission/submission-state.ts";

/** The free-scan form: the target first, then the address (specification, sections 4 and 5). */
export const scanFormRules: FormRules = {
	pages: [["target"], ["email"]],
	isValid: ({ target, email = "" }) => !!target && EMAIL_PATTERN.test(email),
	notices: true,
};
