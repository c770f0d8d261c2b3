import { type SubmitEvent, useEffect, useLayoutEffect, useRef } from "react";
import { hero } from "#src/content/hero.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { noticeWords, troubleWords } from "./scan-form-words.ts";
import { prepareScanForm } from "./scan-form-world.ts";
import { useScanForm } from "./use-scan-form.ts";

/** The free-scan form: two steps, one request. Its rules are in scan-form-state.ts. */
export function ScanForm() {
	const { state, dispatch } = useScanForm();
	const form = useRef<HTMLFormElement>(null);
	const target = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const { step } = state;
	const trouble = step === "email" && state.trouble ? troubleWords(state.trouble) : null;

	useLayoutEffect(() => {
		// What was typed, or even sent off, before this page came alive.
		const early = new URLSearchParams(location.search).get("target");
		const typed = target.current?.value || early;
		if (typed) dispatch({ type: "target-edited", target: typed });
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
		// Back by hand: to the text. After a success: near it, and without raising a phone's keyboard.
		if (step === "target") (before === "email" && state.target ? target : form).current?.focus({ preventScroll: true });
	}, [step, state.target]);

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
					value={state.target}
					readOnly={step !== "target"}
					onChange={({ target: { value } }) => dispatch({ type: "target-edited", target: value })}
					maxLength={2048}
					inputMode="url"
					enterKeyHint="next"
					autoCapitalize="none"
					autoComplete="off"
					autoCorrect="off"
					spellCheck={false}
				/>
				{/* Two keys, two elements: one whose type changed under the click would still submit. */}
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
						placeholder="Your e-mail address"
						value={state.email}
						readOnly={step === "submitting"}
						onChange={({ target: { value } }) => dispatch({ type: "email-edited", email: value })}
						maxLength={254}
						enterKeyHint="send"
						autoComplete="email"
						aria-required
						aria-invalid={step === "email" && state.trouble?.type === "invalid"}
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
				{step === "target" && state.notice && <p className="text-15">{noticeWords(state.notice)}</p>}
			</div>
			<p className="text-13 text-quiet">{step === "target" ? hero.terms : hero.permission}</p>
		</form>
	);
}
