import type { ReactNode } from "react";
import type { Watch } from "./use-watch.ts";

const Note = ({ children }: { children: ReactNode }) => (
	<div className="mb-6 grid gap-1 border-ink border-s-4 ps-4 text-15 empty:hidden">{children}</div>
);

/** Above the registration: which host will be watched, and what happens to its scan. */
export function WatchNote({ watch }: { watch: Watch }) {
	if (watch.step === "none") return null;
	return (
		<Note>
			<div role="status">
				{watch.step === "asking" && <p>Looking up the report…</p>}
				{watch.step === "known" && (
					<>
						<p className="wrap-anywhere">
							You are about to watch <b className="font-semibold">{watch.host}</b>.
						</p>
						<p>
							Register with the email address the report was sent to. Once you confirm it, the scan is in your account.
						</p>
					</>
				)}
				{watch.step === "gone" && (
					<p>
						That report’s link has expired, or the report was deleted. You can still register and scan the host again.
					</p>
				)}
				{watch.step === "failed" && (
					<p>The report could not be looked up. Check the connection and reload this page, or register without it.</p>
				)}
			</div>
		</Note>
	);
}
