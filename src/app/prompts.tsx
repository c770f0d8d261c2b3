import { useEffect, useState } from "react";
import { InstallInvitation } from "#src/features/install/invitation.tsx";
import { acceptUpdate, subscribeUpdate } from "#src/sw-bridge/start.ts";
import { Button } from "#src/ui/button.tsx";

/** Whether a new version may be offered now. After "Later", it is not offered again in this document. */
function useUpdateOffer(): { ready: boolean; onLater(): void } {
	const [ready, setReady] = useState(false);
	const [putOff, setPutOff] = useState(false);
	useEffect(() => subscribeUpdate(setReady), []);
	return { ready: ready && !putOff, onLater: () => setPutOff(true) };
}

/** Offers a new version of the app. */
function UpdatePrompt({ onLater }: { onLater(): void }) {
	return (
		<div className="arrive flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line-strong bg-raised p-4 shadow-float md:ms-auto md:max-w-md">
			<p className="text-15">A new version is ready.</p>
			<p className="ms-auto flex gap-4">
				<Button variant="plain" onClick={onLater}>
					Later
				</Button>
				<Button variant="primary" onClick={acceptUpdate}>
					Reload
				</Button>
			</p>
		</div>
	);
}

/**
 * Prompts on every page, one at a time: a new version, over the bottom edge, or else installing the app, in the page's flow. Hidden
 * while a form is in use.
 */
export default function Prompts() {
	const { ready, onLater } = useUpdateOffer();
	if (!ready) return <InstallInvitation />;
	return (
		<div role="status" className="fixed inset-x-0 bottom-0 z-20 print:hidden">
			<div className="frame mb-[calc(1rem+env(safe-area-inset-bottom))] empty:hidden max-md:[html:has([data-tab-bar])_&]:mb-[calc(5rem+env(safe-area-inset-bottom))]">
				<UpdatePrompt onLater={onLater} />
			</div>
		</div>
	);
}
