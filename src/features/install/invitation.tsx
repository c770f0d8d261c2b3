import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { askToInstall, declineInstall } from "#src/lib/device/install.ts";
import { isInvited } from "#src/lib/device/install-state.ts";
import { InstallSteps } from "#src/lib/device/install-steps.tsx";
import { useInstall } from "#src/lib/device/use-install.ts";
import { busyMarks } from "#src/sw-bridge/busy.ts";
import { Button } from "#src/ui/button.tsx";

/** Whether a form is being filled in. If so, nothing may cover the page. */
function useFormInUse(): boolean {
	const [inUse, setInUse] = useState(false);
	useEffect(() => {
		const look = () => setInUse(busyMarks.has("form"));
		look();
		return busyMarks.subscribe(look);
	}, []);
	return inUse;
}

/**
 * Offers to install the app once a scan was requested on this device. Remembers a no. It covers nothing, least of all the
 * request that was just made: it is below the free-scan form and its receipts, and at the end of other pages.
 */
export function InstallInvitation() {
	const state = useInstall();
	const inUse = useFormInUse();
	// The settings offer it themselves.
	const elsewhere = !useLocation().pathname.startsWith("/dashboard/settings");
	const [taught, setTaught] = useState(false);
	if (state.step !== "tab" || inUse || !elsewhere || !isInvited(state, Date.now())) return null;
	const { way } = state;
	const install = () => (way === "prompt" ? void askToInstall() : setTaught(true));
	const belowForm = document.querySelector("[data-below-form]");
	const card = (
		<section
			aria-labelledby="install-invitation"
			className="arrive order-last mt-4 grid gap-3 rounded-card border border-line-strong bg-raised p-4 print:hidden md:max-w-md"
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
	if (belowForm) return createPortal(card, belowForm);
	return (
		<div className="frame w-full pb-[calc(1rem+env(safe-area-inset-bottom))] max-md:[html:has([data-tab-bar])_&]:pb-[calc(6rem+env(safe-area-inset-bottom))]">
			{card}
		</div>
	);
}
