import { useEffect, useState } from "react";
import { acceptUpdate, subscribeUpdate } from "#src/sw-bridge/start.ts";
import { Button } from "#src/ui/button.tsx";

/** Offers a new version of the app, and never puts it under a form in use. */
export default function UpdatePrompt() {
	const [ready, setReady] = useState(false);
	const [putOff, setPutOff] = useState(false);
	useEffect(() => subscribeUpdate(setReady), []);
	return (
		<div role="status" className="fixed inset-x-0 bottom-0 z-20 print:hidden">
			{ready && !putOff && (
				<div className="arrive frame mb-[calc(1rem+env(safe-area-inset-bottom))] max-md:[html:has([data-tab-bar])_&]:mb-[calc(5rem+env(safe-area-inset-bottom))]">
					<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line-strong bg-raised p-4 shadow-float md:ms-auto md:max-w-md">
						<p className="text-15">A new version is ready.</p>
						<p className="ms-auto flex gap-4">
							<Button variant="plain" onClick={() => setPutOff(true)}>
								Later
							</Button>
							<Button variant="primary" onClick={acceptUpdate}>
								Reload
							</Button>
						</p>
					</div>
				</div>
			)}
		</div>
	);
}
