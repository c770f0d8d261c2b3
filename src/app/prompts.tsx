import { InstallInvitation } from "#src/features/install/invitation.tsx";
import { UpdatePrompt } from "./update-prompt.tsx";
import { useUpdateOffer } from "./use-update-offer.ts";

/** The offers below a page, one at a time, a new version first. Hidden while a form is in use. */
export default function Prompts() {
	const { ready, onLater } = useUpdateOffer();
	return (
		<div role="status" className="fixed inset-x-0 bottom-0 z-20 print:hidden">
			<div className="frame mb-[calc(1rem+env(safe-area-inset-bottom))] empty:hidden max-md:[html:has([data-tab-bar])_&]:mb-[calc(5rem+env(safe-area-inset-bottom))]">
				{ready ? <UpdatePrompt onLater={onLater} /> : <InstallInvitation />}
			</div>
		</div>
	);
}
