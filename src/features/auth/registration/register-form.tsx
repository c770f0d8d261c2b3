import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { type Registration, registered, type WatchOnceConfirmed } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { PasswordStrength } from "#src/lib/account/password-meter.tsx";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { readReceipts } from "#src/lib/free-scan/receipts.ts";
import { Button } from "#src/ui/button.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { browserZone } from "../watch/browser-zone.ts";
import type { Watch } from "../watch/use-watch.ts";
import {
	checkRegistration,
	REGISTRATION_FIELDS,
	type RegistrationErrors,
	type RegistrationValues,
} from "./registration-rules.ts";
import { loadOutbox, sendConsents } from "./send-consents.ts";

/** 256 random bits, as text. */
function newPassword(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(32));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readValues(form: HTMLFormElement): RegistrationValues {
	const { first_name = "", last_name = "", email = "", company = "", ...rest } = formTexts(form);
	// Without the two fields, a passkey replaces the password, and the account starts with one that no one knows.
	const unknown = newPassword();
	const { password = unknown, password2 = unknown, terms, updates } = rest;
	const names = { first_name: first_name.trim(), last_name: last_name.trim(), company: company.trim() };
	const ticked = { terms: terms !== undefined, updates: updates !== undefined };
	return { ...names, email: email.trim(), password, password2, ...ticked };
}

/** Exactly the keys of the specification's payload; the consents and what is watched are sent separately. */
async function register(
	{ terms: _terms, updates, ...body }: RegistrationValues,
	watched: { report: string } | null,
): Promise<void> {
	const answer = await callApi(API_PATHS.register, {
		method: "POST",
		body: body satisfies Registration,
		answer: z.unknown(),
	});
	const read = z.safeParse(registered, answer);
	// If the answer does not name the registration, nothing else can be sent.
	if (!read.success) return;
	const { registration } = read.data;
	// Not awaited: the registration is done.
	sendConsents(registration, updates).catch((error: unknown) => console.error("Consents were not sent.", error));
	if (!watched) return;
	callApi(API_PATHS.watchOnceConfirmed, {
		method: "POST",
		body: { registration, report: watched.report, timeZone: browserZone() } satisfies WatchOnceConfirmed,
	}).catch((error: unknown) => console.error("The weekly scan was not noted.", error));
}

type Props = {
	/** Prefilled. */
	email: string;
	/** The report whose host is to be watched. */
	watch: Extract<Watch, { step: "known" }> | null;
	/** `password`: one that no one knows, if the account will have a passkey instead. */
	onRegistered(email: string, password: string | null): void;
};

export function RegisterForm({ email: known, watch, onRegistered }: Props) {
	const { state, form, submit, clear } = useSubmission();
	const [errors, setErrors] = useState<RegistrationErrors>({});
	const [password, setPassword] = useState("");
	const [touched, setTouched] = useState(false);
	useBusyForm(touched);
	const [withPasskey, setWithPasskey] = useState(false);
	const submitting = state.status === "submitting";

	// Typed, or filled in by the browser, before this page was hydrated.
	const typed = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	useEffect(() => setPassword(typed.current?.value ?? ""), []);

	// The server does not say whom a report was sent to, but the device that requested the scan may know.
	const target = watch?.target;
	useEffect(() => {
		const receipt = readReceipts().find((one) => one.target === target);
		if (receipt && email.current?.value === "") email.current.value = receipt.email;
	}, [target]);

	useEffect(() => {
		if (state.status === "failed") setErrors(state.fields);
	}, [state]);

	const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
		if (!(target instanceof HTMLInputElement)) return;
		setTouched(true);
		clear();
		if (target.name === "password") setPassword(target.value);
		setErrors(({ [target.name as keyof RegistrationErrors]: _gone, ...others }) => others);
	};

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const values = readValues(event.currentTarget);
		const weekly = new FormData(event.currentTarget).has("weekly");
		const wrong = checkRegistration(values);
		setErrors(wrong);
		const first = REGISTRATION_FIELDS.find((field) => wrong[field] !== undefined);
		if (first) return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
		if (await submit(() => register(values, weekly ? watch : null))) {
			onRegistered(values.email, withPasskey ? values.password : null);
		}
	};

	const field = (name: keyof RegistrationErrors) => ({
		id: `register-${name}`,
		name,
		error: errors[name],
		readOnly: submitting,
		"aria-required": true,
	});

	return (
		// `dialog`: if submitted before this page is hydrated, it sends nothing; `get` would put the password into the URL.
		<form
			ref={form}
			method="dialog"
			noValidate
			aria-label="Create your account"
			onInput={onInput}
			onSubmit={onSubmit}
			onFocus={() => void loadOutbox().catch(() => undefined)}
			className="grid gap-5"
		>
			<FormField {...field("first_name")} label="First name" autoComplete="given-name" />
			<FormField {...field("last_name")} label="Last name" autoComplete="family-name" />
			<FormField
				{...field("email")}
				ref={email}
				defaultValue={known}
				type="email"
				label="Email"
				// Not `email`: a password manager would take the company, which is closer to the password, as the user name.
				autoComplete="username"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
			/>
			<FormField {...field("company")} label="Company" autoComplete="organization" />
			{!withPasskey && (
				<>
					<div className="grid gap-2">
						<PasswordField
							{...field("password")}
							ref={typed}
							label="Password"
							autoComplete="new-password"
							hint="At least 8 characters."
						/>
						<PasswordStrength password={password} />
					</div>
					<PasswordField {...field("password2")} label="Confirm password" autoComplete="new-password" />
				</>
			)}
			<div>
				<Button variant="plain" disabled={submitting} onClick={() => setWithPasskey(!withPasskey)}>
					{withPasskey ? "Use a password instead of a passkey" : "Use a passkey instead of a password"}
				</Button>
				<p role="status" className="text-15 empty:hidden">
					{withPasskey &&
						"You sign in with your fingerprint, face or screen lock. We send you a code first; then your browser makes the passkey."}
				</p>
			</div>
			<div>
				<CheckField id="register-terms" name="terms" error={errors.terms} aria-required>
					I agree to the <Link to="/terms">terms and conditions</Link> and have read the{" "}
					<Link to="/privacy">privacy policy</Link>
				</CheckField>
				{watch && (
					<CheckField id="register-weekly" name="weekly" defaultChecked>
						Scan {watch.host} every week
					</CheckField>
				)}
				<CheckField id="register-updates" name="updates">
					Send me product updates by email
				</CheckField>
			</div>
			{state.status === "failed" && (
				<FailureBox title="Registration failed">
					<p>{state.trouble.serverMessage || "Something went wrong. Please try again."}</p>
					{!state.trouble.serverMessage && <p className="mt-1 empty:hidden">{state.trouble.message}</p>}
				</FailureBox>
			)}
			<Button type="submit" variant="primary" wide disabled={submitting}>
				{submitting ? "Creating your account" : "Create account"}
			</Button>
			<noscript>
				<p className="text-15">Registering needs JavaScript.</p>
			</noscript>
		</form>
	);
}
