import type { ReactNode } from "react";

/** A screen's main action, in a `ThumbBar`. It holds one line, so its size has a cap even if the text is larger. */
export const THUMB_ACTION =
	"inline-flex min-h-[min(3rem,48px)] cursor-pointer items-center justify-center whitespace-nowrap rounded-control border border-accent bg-accent px-6 font-semibold text-[min(1.0625rem,20px)] text-accent-ink no-underline max-md:w-full sideways:w-auto hover:border-ink hover:bg-ink hover:text-paper";

/** Beside a heading; on a phone, within the thumb's reach above the tabs. */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
	<div className="flex max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom))] max-md:z-10 max-md:border-line max-md:border-t max-md:bg-paper max-md:px-5 max-md:py-[min(0.375rem,6px)] sideways:static sideways:border-0 sideways:p-0 print:hidden">
		{children}
	</div>
);
