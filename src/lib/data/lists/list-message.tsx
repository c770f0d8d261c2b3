import type { ReactNode } from "react";

/** A message in place of a list. */
export const ListMessage = ({ children }: { children: ReactNode }) => (
	<div className="grid justify-items-start gap-4 py-8 text-15">{children}</div>
);
