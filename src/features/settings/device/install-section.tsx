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
					The browser is asking.
				</p>
			);
		case "tab":
			if (state.way === "none") {
				return (
					<p className="text-15">
						This browser does not install apps. Everything works in it all the same, also without a connection.
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

/** Always offers what the invitation offers once. */
export function InstallSection() {
	const state = useInstall();
	const apart = state.step === "tab" && (state.way === "ios-share" || state.way === "ios-elsewhere");
	return (
		<Section id="install" heading="Install">
			<p className="text-15 text-quiet">
				Installed, {site.name} has an icon of its own, opens without a signal and can send what waits while it is
				closed, where the system allows it.
			</p>
			<Way state={state} />
			{apart && (
				<p className="text-15">
					On this device the installed app keeps its own data. Sign in there once; what waits in this outbox comes along
					in a file: <Link to="/dashboard/outbox?hand-over">hand it over</Link>.
				</p>
			)}
		</Section>
	);
}
