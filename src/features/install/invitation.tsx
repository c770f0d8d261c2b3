import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { askToInstall, declineInstall } from "#src/lib/device/install.ts";
import { isInvited } from "#src/lib/device/install-state.ts";
import { InstallSteps } from "#src/lib/device/install-steps.tsx";
import { useInstall } from "#src/lib/device/use-install.ts";
import { busyMarks } from "#src/sw-bridge/busy.ts";
import { Button } from "#src/ui/button.tsx";

/** Whether a form is being filled in: then nothing is laid over the page. */
function useFormInUse(): boolean {
	const [inUse, setInUse] = useState(false);
	useEffect(() => {
		const look = () => setInUse(busyMarks.has("form"));
		look();
		return busyMarks.subscribe(look);
	}, []);
	return inUse;
}

/** Asks to install the app, once a scan was requested on this device. A no is remembered. */
export function InstallInvitation() {
	const state = useInstall();
	const inUse = useFormInUse();
	// The settings offer it themselves.
	const elsewhere = !useLocation().pathname.startsWith("/dashboard/settings");
	const [taught, setTaught] = useState(false);
	if (state.step !== "tab" || inUse || !elsewhere || !isInvited(state, Date.now())) return null;
	const { way } = state;
	const install = () => (way === "prompt" ? void askToInstall() : setTaught(true));
	return (
		<section
			data-prompt=""
			aria-labelledby="install-invitation"
			className="arrive grid max-h-[calc(100dvh-10rem)] gap-3 overflow-y-auto overscroll-contain rounded-card border border-line-strong bg-raised p-4 shadow-float md:ms-auto md:max-w-md"
		>
			<div>
				<h2 id="install-invitation" className="font-semibold text-17">
					Install {site.name} on this device
				</h2>
				<p className="mt-1 text-15 text-quiet">
					It opens like any other app, even without a signal, and sends your saved requests automatically.
				</p>
			</div>
			{taught && way !== "prompt" && way !== "none" && <InstallSteps way={way} />}
			<p className="flex flex-wrap items-center justify-end gap-4">
				<Button variant="plain" onClick={declineInstall}>
					{taught ? "Done" : "Not now"}
				</Button>
				{!taught && (
					<Button variant="primary" onClick={install}>
						{way === "prompt" ? "Install" : "Show me how"}
					</Button>
				)}
			</p>
		</section>
	);
}
