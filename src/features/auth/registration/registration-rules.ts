import { PASSWORD_MAX, PASSWORD_MIN } from "#contract/accounts/accounts.ts";
import { EMAIL_PATTERN } from "#contract/accounts/email.ts";

/** In the order of the form. */
export const REGISTRATION_FIELDS = [
	"first_name",
	"last_name",
	"email",
	"company",
	"password",
	"password2",
	"terms",
] as const;
type RegistrationField = (typeof REGISTRATION_FIELDS)[number];

export type RegistrationValues = Record<Exclude<RegistrationField, "terms">, string> & {
	terms: boolean;
	updates: boolean;
};
export type RegistrationErrors = Partial<Record<RegistrationField, string>>;

function passwordError(password: string): string | undefined {
	if (password === "") return "Password is required";
	if (password.length < PASSWORD_MIN) return `Password must be at least ${PASSWORD_MIN} characters`;
	if (password.length > PASSWORD_MAX) return `Password must be at most ${PASSWORD_MAX} characters`;
	return undefined;
}

const required = (value: string, message: string) => (value.trim() === "" ? message : undefined);

/** All errors of a registration at once (specification, section 5); empty if it can be sent. */
export function checkRegistration(values: RegistrationValues): RegistrationErrors {
	const { first_name, last_name, email, company, password, password2, terms } = values;
	const errors = {
		first_name: required(first_name, "First name is required"),
		last_name: required(last_name, "Last name is required"),
		email: required(email, "Email is required") ?? (EMAIL_PATTERN.test(email.trim()) ? undefined : "Email is invalid"),
		company: required(company, "Company name is required"),
		password: passwordError(password),
		password2: password2 === password ? undefined : "Passwords don't match",
		terms: terms ? undefined : "You must agree to the terms and conditions",
	};
	return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}
