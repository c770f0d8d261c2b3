import { Fragment, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";

type Props<T> = {
	/** The schema for the last part of the address. */
	id: z.ZodMiniType<T>;
	/** The list it belongs to. */
	list: { path: string; label: string };
	/** Shown above it. */
	note?: ReactNode;
	/** The page of the thing with this id; null if the address names none. */
	children(id: T | null): ReactNode;
};

/** The page of one thing, `/dashboard/{list}/{id}`: a link to its list, then the thing itself. A new id mounts a new page. */
export function DetailPage<T extends string>({ id, list, note, children }: Props<T>) {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const asked = z.safeParse(id, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to={list.path} className="inline-flex min-h-11 items-center">
					{list.label}
				</Link>
			</p>
			{note}
			<Fragment key={asked.success ? asked.data : ""}>{children(asked.success ? asked.data : null)}</Fragment>
		</div>
	);
}
