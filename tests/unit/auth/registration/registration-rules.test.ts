import { describe, expect, test } from "vitest";
import { checkRegistration, type RegistrationValues } from "#src/features/auth/registration/registration-rules.ts";

const whole: RegistrationValues = {
	first_name: "Ada",
	last_name: "Lovelace",
	email: "a@b.c",
	company: "Analytical Engines",
	password: "12345678",
	password2: "12345678",
	terms: true,
	updates: false,
};
const check = (change: Partial<RegistrationValues>) => checkRegistration({ ...whole, ...change });

describe("the errors of a registration", () => {
	test("none if everything is given", () => {
		expect(check({})).toEqual({});
	});

	test("all fields that fail are named at once, and two empty passwords are one problem", {
		meta: { acceptance: "S5.21, S5.30" },
	}, () => {
		const nothing = {
			first_name: "",
			last_name: "",
			email: "",
			company: "",
			password: "",
			password2: "",
			terms: false,
		};
		expect(check(nothing)).toEqual({
			first_name: "First name is required",
			last_name: "Last name is required",
			email: "Email is required",
			company: "Company name is required",
			password: "Password is required",
			terms: "You must agree to the terms and conditions",
		});
	});

	test.each([
		["first_name", "First name is required"],
		["last_name", "Last name is required"],
		["email", "Email is required"],
		["company", "Company name is required"],
	])("a blank %s is none", { meta: { acceptance: "S5.23-S5.25, S5.27" } }, (field, message) => {
		expect(check({ [field]: "  " })).toEqual({ [field]: message });
	});

	test.each(["a", "a@b", "@b.c", "a@b.", "a b@c.d", "a@@b.c"])(
		"%s is not an address",
		{ meta: { acceptance: "S5.26" } },
		(email) => {
			expect(check({ email })).toEqual({ email: "Email is invalid" });
		},
	);

	test.each(["a@b.c", " a@b.c ", "ada+x@sub.example.org", "пример@пример.рф"])(
		"%s is an address",
		{ meta: { acceptance: "S5.26" } },
		(email) => {
			expect(check({ email })).toEqual({});
		},
	);

	test("a password has at least eight characters", { meta: { acceptance: "S5.28, S5.29" } }, () => {
		expect(check({ password: "", password2: "" })).toEqual({ password: "Password is required" });
		expect(check({ password: "1234567", password2: "1234567" })).toEqual({
			password: "Password must be at least 8 characters",
		});
		expect(check({ password: " ".repeat(257), password2: " ".repeat(257) })).toEqual({
			password: "Password must be at most 256 characters",
		});
	});

	test("the confirmation must match, even when it is empty", { meta: { acceptance: "S5.30" } }, () => {
		expect(check({ password2: "12345679" })).toEqual({ password2: "Passwords don't match" });
		expect(check({ password2: "" })).toEqual({ password2: "Passwords don't match" });
	});

	test("the terms have to be agreed to", { meta: { acceptance: "S5.31" } }, () => {
		expect(check({ terms: false })).toEqual({ terms: "You must agree to the terms and conditions" });
	});
});
