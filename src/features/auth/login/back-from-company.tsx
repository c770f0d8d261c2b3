import { useEffect } from "react";
import { takeOverSession } from "#src/lib/session/sign-in/sign-in.ts";

/** Makes the session that has just begun this device's. */
export function BackFromCompany({ onSignedIn }: { onSignedIn(): void }) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
	useEffect(() => {
		let current = true;
		void takeOverSession().then(() => current && onSignedIn());
		return () => {
			current = false;
		};
	}, []);
	return (
		<p role="status" className="text-17">
			Signing you in.
		</p>
	);
}
