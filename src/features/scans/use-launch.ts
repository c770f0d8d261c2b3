import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { createLaunchForm, type LaunchForm } from "./launch-controller.ts";
import { createLaunchWorld } from "./launch-world.ts";

/** The screen's forms: which one is open, and what the last one left to say. They are kept while the screen is. */
export function useLaunch() {
	const [open, setOpen] = useState<LaunchForm | null>(null);
	const [notice, setNotice] = useState<string | null>(null);
	const shown = useRef<ScanKind | null>(null);
	const account = useAccount();
	const [forms] = useState(() => {
		const world = createLaunchWorld({
			done(kind, said) {
				setNotice(said);
				if (shown.current === kind) show(null);
			},
			isOpen: (kind) => shown.current === kind,
		});
		return Object.fromEntries(SCAN_KINDS.map((kind) => [kind, createLaunchForm(kind, world)])) as Record<
			ScanKind,
			LaunchForm
		>;
	});

	function show(form: LaunchForm | null): void {
		shown.current = form?.kind ?? null;
		setOpen(form);
	}

	useEffect(() => {
		void account;
		for (const form of Object.values(forms)) form.refill();
	}, [forms, account]);
	useEffect(
		() => () => {
			for (const form of Object.values(forms)) form.leave();
		},
		[forms],
	);

	const idle = forms.zap;
	const { step } = useSyncExternalStore((open ?? idle).subscribe, (open ?? idle).state, (open ?? idle).state);
	return {
		open,
		/** What is in the dialog is being submitted. */
		busy: open !== null && step === "submitting",
		notice,
		/** `target` is filled in where the form calls it so. */
		run(kind: ScanKind, target?: string): void {
			setNotice(null);
			if (target !== undefined) forms[kind].dispatch({ type: "edited", name: "target", value: target });
			// The first toast must not be late.
			import("#src/ui/toast/toaster.tsx").catch(() => undefined);
			show(forms[kind]);
		},
		close: () => show(null),
	};
}
