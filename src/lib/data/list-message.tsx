import type { ReactNode } from "react";

/** What stands where a list would, in words. */
export const ListMessage = ({ children }: { children: ReactNode }) => (
	<div className="grid justify-items-start gap-4 py-8 text-15">{children}</div>
);
