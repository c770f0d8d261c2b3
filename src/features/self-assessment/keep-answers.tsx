import { useRef, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Button } from "#src/ui/button.tsx";
import type { SelfAnswers } from "./assessment.ts";
import type { Kept } from "./keep-in-workspace.ts";

/** For people who are signed in: the same answers as an assessment of their workspace, where others see them and gaps become tasks. */
export function KeepAnswers({ answers, disabled }: { answers: SelfAnswers; disabled: boolean }) {
	const account = useAccount();
	const [state, setState] = useState<Kept | "saving" | null>(null);
	const isSaving = useRef(false);
	if (account.status !== "known") return null;
	const keep = async () => {
		// A second tap may come before the button is drawn disabled.
		if (isSaving.current) return;
		isSaving.current = true;
		setState("saving");
		const failed = {
			ok: false,
			message: "This page could not load what it needs. Try again with a connection.",
		} as const;
		setState(
			await import("./keep-in-workspace.ts").then(
				({ keepInWorkspace }) => keepInWorkspace(answers),
				() => failed,
			),
		);
		isSaving.current = false;
	};
	const kept = state !== null && state !== "saving" ? state : null;
	return (
		<div className="mt-4 print:hidden">
			{kept?.ok ? (
				<p role="status" className="text-17">
					Kept.{" "}
					<a href={`/dashboard/assessments/${kept.id}`} target="_top" className="inline-flex min-h-11 items-center">
						Open it in your workspace
					</a>
				</p>
			) : (
				<Button variant="secondary" disabled={disabled || state === "saving"} onClick={() => void keep()}>
					{state === "saving" ? "Keeping…" : "Keep these answers in your workspace"}
				</Button>
			)}
			{kept && !kept.ok && (
				<p role="alert" className="mt-2 text-15 text-high">
					{kept.message}
				</p>
			)}
		</div>
	);
}
