import { useState } from "react";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { useSave } from "../use-save.ts";
import { removeSignOn } from "./sign-on-api.ts";

/** Removes the provider, once the owner has read what follows. */
export function RemovePart({ scope, withSession }: Pick<Here, "scope" | "withSession">) {
	const { state, submitting, save } = useSave(useChange(withSession));
	const [asked, setAsked] = useState(false);
	if (!asked) {
		return (
			<div>
				<Button variant="secondary" onClick={() => setAsked(true)}>
					Remove company sign-in
				</Button>
			</div>
		);
	}
	return (
		<div className="grid gap-3">
			<p className="text-15">
				Members stay, and sign in with their own passwords. Those without one set it with “Forgot password?”.
			</p>
			<SubmissionFailure title="Company sign-in was not removed" state={state} />
			<div className="flex flex-wrap gap-3">
				<Button variant="primary" disabled={submitting} onClick={() => void save(() => removeSignOn(scope))}>
					Yes, remove it
				</Button>
				<Button variant="secondary" onClick={() => setAsked(false)}>
					Not now
				</Button>
			</div>
		</div>
	);
}
