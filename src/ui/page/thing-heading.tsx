import type { ReactNode } from "react";

type Props = {
	/** What it is, or where it belongs. */
	kind: ReactNode;
	/** Its own name. */
	children: ReactNode;
};

/** The heading of a page about one thing: its own name, with its kind on the small line above. */
export const ThingHeading = ({ kind, children }: Props) => (
	<>
		<p className="text-15 text-quiet">{kind}</p>
		<h1 className="wrap-anywhere max-w-[40ch] font-semibold text-26 tracking-[-0.01em]">{children}</h1>
	</>
);
