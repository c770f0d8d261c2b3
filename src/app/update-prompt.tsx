import { acceptUpdate } from "#src/sw-bridge/start.ts";
import { Button } from "#src/ui/button.tsx";

/** Offers a new version of the app. */
export function UpdatePrompt({ onLater }: { onLater(): void }) {
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
