import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { hero } from "#src/content/landing/hero.ts";
import { createSubmission } from "#src/lib/submission/submission.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { prepareScanForm, scanFormDeps } from "./scan-form-deps.ts";
import { scanFormRules } from "./scan-form-rules.ts";
import { noticeText, troubleText } from "./scan-form-text.ts";

/** The free-scan form: two steps, one request. Its states are in lib/submission. */
export function ScanForm() {
	const [scan] = useState(() => createSubmission(scanFormRules, scanFormDeps));
	const state = useSyncExternalStore(scan.subscribe, scan.state, scan.state);
	useEffect(() => scan.leave, [scan]);
	const { dispatch } = scan;
	const form = useRef<HTMLFormElement>(null);
	const target = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const { target: typedTarget = "", email: typedEmail = "" } = state.values;
	const editing = state.step === "editing" ? state : null;
	const step = !editing ? "submitting" : editing.page === 0 ? "target" : "email";
	const trouble = editing?.trouble ? troubleText(editing.trouble, state) : null;

	useLayoutEffect(() => {
		// Picks up what was typed, or even submitted, before hydration.
		const early = new URLSearchParams(location.search).get("target");
		const typed = target.current?.value || early;
		if (typed) dispatch({ type: "edited", name: "target", value: typed });
		if (early === null) return;
		dispatch({ type: "advance" });
		history.replaceState(history.state, "", location.pathname);
	}, [dispatch]);

	const shownStep = useRef(step);
	useEffect(() => {
		const before = shownStep.current;
		shownStep.current = step;
		if (before === step || step === "submitting") return;
		const lost = document.activeElement === document.body || document.activeElement === null;
		if (step === "email" && (before === "target" || lost)) email.current?.focus();
		// When the user goes back, focus the text. After a success, focus near it, without opening a phone's keyboard.
		if (step === "target") (before === "email" && typedTarget ? target : form).current?.focus({ preventScroll: true });
	}, [step, typedTarget]);

	const onSubmit = (event: SubmitEvent) => {
		event.preventDefault();
		dispatch({ type: step === "target" ? "advance" : "submit" });
	};

	return (
		<form
			ref={form}
			action="/"
			noValidate
			tabIndex={-1}
			aria-label="Free vulnerability scan"
			onSubmit={onSubmit}
			onFocus={prepareScanForm}
			className="grid gap-3"
		>
			<div className={`flex gap-3 ${step === "target" ? "flex-col md:flex-row md:items-end" : "items-end"}`}>
				<TextField
					ref={target}
					id="scan-target"
					name="target"
					label="What should we scan?"
					placeholder="Enter a URL, IP address or hostname"
					value={typedTarget}
					readOnly={step !== "target"}
					onChange={({ target: { value } }) => dispatch({ type: "edited", name: "target", value })}
					maxLength={2048}
					inputMode="url"
					enterKeyHint="next"
					autoCapitalize="none"
					autoComplete="off"
					autoCorrect="off"
					spellCheck={false}
				/>
				{/* Two keys make two elements: a button whose type changes during the click would still submit. */}
				{step === "target" ? (
					<Button key="scan" type="submit" variant="primary">
						Scan
					</Button>
				) : (
					<Button
						key="change"
						variant="plain"
						disabled={step === "submitting"}
						onClick={() => dispatch({ type: "back" })}
					>
						Change
					</Button>
				)}
			</div>
			{step !== "target" && (
				<div className="arrive flex flex-col gap-3 md:flex-row md:items-end">
					<TextField
						ref={email}
						id="scan-email"
						type="email"
						name="email"
						label="Where should the report go?"
						placeholder="Your email address"
						value={typedEmail}
						readOnly={step === "submitting"}
						onChange={({ target: { value } }) => dispatch({ type: "edited", name: "email", value })}
						maxLength={254}
						enterKeyHint="send"
						autoComplete="email"
						aria-required
						aria-invalid={editing?.trouble?.type === "invalid"}
						aria-describedby="scan-trouble"
					/>
					<Button type="submit" variant="primary" disabled={step === "submitting"}>
						{step === "submitting" ? "Submitting" : "Submit"}
					</Button>
				</div>
			)}
			<div id="scan-trouble" role={trouble ? "alert" : undefined} className="empty:hidden">
				{trouble && (
					<>
						<p className="font-medium text-15 text-high">{trouble.error}</p>
						{trouble.kept && <p className="text-15">{trouble.kept}</p>}
					</>
				)}
			</div>
			<div role="status" className="empty:hidden">
				{editing?.notice && <p className="text-15">{noticeText(editing.notice)}</p>}
			</div>
			<p className="text-13 text-quiet">{step === "target" ? hero.terms : hero.permission}</p>
		</form>
	);
}
