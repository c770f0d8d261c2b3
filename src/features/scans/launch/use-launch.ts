import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { createSubmission, type SubmissionForm } from "#src/lib/submission/submission.ts";
import { usePickClient } from "../use-pick-client.ts";
import { createLaunchDeps, type LaunchScreen } from "./launch-deps.ts";
import { fillEmail, rulesOf, targetIn } from "./launch-forms.ts";

type Forms = Record<ScanKind, SubmissionForm>;

const createForms = (screen: LaunchScreen) =>
	Object.fromEntries(
		SCAN_KINDS.map((kind) => [kind, createSubmission(rulesOf(kind), createLaunchDeps(kind, screen))]),
	) as Forms;

/**
 * The screen's forms: which one is open, and the notice of the last one. A form outlives its dialog: what was typed is
 * there again, and a submission goes on.
 */
export function useLaunch() {
	const pick = usePickClient();
	const picking = useRef(pick);
	picking.current = pick;
	const [open, setOpen] = useState<ScanKind | null>(null);
	const [notice, setNotice] = useState<string | null>(null);
	const shown = useRef<ScanKind | null>(null);
	const account = useAccount();
	const [forms] = useState(() =>
		createForms({
			done(kind, text) {
				setNotice(text);
				if (shown.current === kind) show(null);
			},
			isOpen: (kind) => shown.current === kind,
			whose: (kind, values) => picking.current(values.client ?? "", targetIn(kind, values)),
		}),
	);

	function show(kind: ScanKind | null): void {
		shown.current = kind;
		setOpen(kind);
	}

	useEffect(() => {
		if (account.status !== "known") return;
		for (const form of Object.values(forms)) fillEmail(form, account.account.email);
	}, [forms, account]);
	useEffect(
		() => () => {
			// Anything that ends after this is announced in a toast.
			shown.current = null;
			for (const form of Object.values(forms)) form.leave();
		},
		[forms],
	);

	const form = forms[open ?? "zap"];
	const { step } = useSyncExternalStore(form.subscribe, form.state, form.state);
	return {
		/** What the dialog shows. */
		open: open && { kind: open, form: forms[open] },
		/** Whether the dialog's form is being submitted. */
		busy: open !== null && step === "submitting",
		notice,
		/** `target` is filled in if the form has a field of that name. */
		run(kind: ScanKind, target?: string): void {
			setNotice(null);
			if (target !== undefined) forms[kind].dispatch({ type: "edited", name: "target", value: target });
			// The first toast must not be late.
			import("#src/ui/toast/toaster.tsx").catch(() => undefined);
			show(kind);
		},
		close: () => show(null),
	};
}
