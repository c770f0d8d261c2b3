import { waitlistText } from "#src/content/landing/waitlist.ts";
import { Icon } from "#src/ui/icon.tsx";
import { Bob } from "#src/ui/page/bob.tsx";

type Props = {
	/** Null: the visitor. */
	name: string | null;
	onClose(): void;
};

/**
 * A note in the corner that someone joined. It takes no focus and is no live region: the names are decoration, and the visitor's
 * own success is announced by the form.
 */
export function JoinPopup({ name, onClose }: Props) {
	return (
		<div
			data-join=""
			className="arrive fixed start-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-3 rounded-card border border-line-strong bg-raised py-1 ps-4 pe-1 text-15 shadow-float print:hidden"
		>
			<Bob className="h-5 w-3 flex-none" />
			<p key={name} className="arrive">
				<b className="font-semibold">{name ?? "You"}</b> {waitlistText.joined}
			</p>
			<button
				type="button"
				onClick={onClose}
				className="grid size-11 cursor-pointer place-items-center rounded-control text-quiet hover:text-ink"
			>
				<Icon name="close" />
				<span className="sr-only">Close this note</span>
			</button>
		</div>
	);
}
