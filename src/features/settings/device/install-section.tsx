import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { askToInstall } from "#src/lib/device/install.ts";
import type { InstallState } from "#src/lib/device/install-state.ts";
import { InstallSteps } from "#src/lib/device/install-steps.tsx";
import { useInstall } from "#src/lib/device/use-install.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "../section.tsx";

function Way({ state }: { state: InstallState }) {
	switch (state.step) {
		case "inside":
			return <p className="text-15">This is the installed app.</p>;
		case "installed":
			return (
				<p className="text-15">
					{site.name} is installed on this device. Open it from the home screen, the Dock or the list of apps.
				</p>
			);
		case "asking":
			return (
				<p role="status" className="text-15">
					Your browser is asking you.
				</p>
			);
		case "tab":
			if (state.way === "none") {
				return (
					<p className="text-15">
						This browser cannot install apps. Everything still works here, even without a connection.
					</p>
				);
			}
			if (state.way !== "prompt") return <InstallSteps way={state.way} />;
			return (
				<div>
					<Button variant="secondary" onClick={() => void askToInstall()}>
						Install {site.name}
					</Button>
				</div>
			);
	}
}

/** Offers the app install at any time; the invitation offers it only once. */
export function InstallSection() {
	const state = useInstall();
	const apart = state.step === "tab" && (state.way === "ios-share" || state.way === "ios-elsewhere");
	return (
		<Section id="install" heading="Install">
			<p className="text-15 text-quiet">
				Once installed, {site.name} has its own icon, opens without a signal and, where the system allows it, sends
				waiting requests while it is closed.
			</p>
			<Way state={state} />
			{apart && (
				<p className="text-15">
					On this device the installed app keeps its own data. Sign in there once. To take along the requests in this
					outbox, <Link to="/dashboard/outbox?hand-over">hand them over</Link> in a file.
				</p>
			)}
		</Section>
	);
}
