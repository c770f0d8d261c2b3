import { useCallback, useRef, useSyncExternalStore } from "react";
import { site } from "#src/config/site.ts";
import { timings } from "#src/config/timings.ts";
import { waitlistText as text } from "#src/content/landing/waitlist.ts";
import { AddressForm } from "../address-form.tsx";
import { JoinPopup } from "./join-popup.tsx";
import { useJoinNote } from "./use-join-note.ts";
import { waitlistCount } from "./waitlist-count.ts";

const never = () => () => {};

/** The list's number; null in a prerendered page, which does not know the date. */
const useCount = () =>
	useSyncExternalStore(
		never,
		() => waitlistCount(Date.now()),
		() => null,
	);

/** The waiting list: its number, its form, and the note that someone joined. */
export function WaitlistSection() {
	const count = useCount();
	const { note, dispatch } = useJoinNote();
	const section = useRef<HTMLElement>(null);
	const onDone = useCallback(() => dispatch({ type: "own", at: Date.now() }), [dispatch]);
	return (
		<section
			ref={section}
			id="waitlist"
			aria-labelledby="waitlist-heading"
			// The "Join Waitlist" link focuses the section, so move the focus on to its field.
			onFocus={({ target, currentTarget }) => {
				if (target === currentTarget) currentTarget.querySelector("input")?.focus();
			}}
			className="frame grid grid-cols-1 gap-x-16 gap-y-8 py-16 lg:grid-cols-[minmax(0,1fr)_auto] lg:py-24"
		>
			<div>
				<h2
					id="waitlist-heading"
					className="max-w-[20ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46"
				>
					{text.heading}
				</h2>
				<p className="mt-5 mb-8 max-w-[56ch] text-17 lg:text-20">{text.text}</p>
				<AddressForm
					kind="waitlist"
					timing={timings.waitlist}
					name="Waiting list"
					button={text.join}
					busy={text.joining}
					onDone={onDone}
				>
					<p className="font-semibold text-20">{text.done}</p>
					<p className="text-15 text-quiet">{text.doneText}</p>
				</AddressForm>
			</div>
			{site.waitlist.count && (
				// Without scripts there is no number, and nothing is counted.
				<p className="flex flex-wrap items-end gap-x-3 noscript:hidden lg:flex-col lg:items-end lg:justify-end lg:gap-1">
					<span
						data-waitlist-count=""
						className="min-w-[min(5.5ch,100%)] font-semibold text-46 tabular-nums leading-none lg:text-end"
					>
						{count?.toLocaleString("en") ?? "\u00a0"}
					</span>
					<span className="text-13 text-quiet">{text.counted}</span>
				</p>
			)}
			{note.shown && <JoinPopup name={note.name} onClose={() => dispatch({ type: "closed" })} />}
		</section>
	);
}
