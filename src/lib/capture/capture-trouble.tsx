import { counted } from "#contract/format/count.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import type { Trouble } from "./capture-state.ts";

/** Why nothing, or not everything, was saved: what was saved, and what to do. */
export function CaptureTrouble({ trouble }: { trouble: Trouble | null }) {
	if (!trouble) return null;
	switch (trouble.type) {
		case "invalid":
			return (
				<div className="mt-5">
					<FailureBox title="Not saved">
						<p className="wrap-anywhere">{trouble.message}</p>
					</FailureBox>
				</div>
			);
		case "unsaved":
			return (
				<div className="mt-5">
					<FailureBox title="Not saved">
						<p>
							{trouble.message} Everything is still on this screen. Keep it open, and save again
							{trouble.full ? " when there is room. " : "."}
							{trouble.full && <Link to="/dashboard/outbox">What takes up room</Link>}
						</p>
					</FailureBox>
				</div>
			);
		case "files-unsaved":
			return (
				<div className="mt-5">
					<FailureBox
						title={
							trouble.files === 1
								? `The ${trouble.noun} was not saved, the text was`
								: `${counted(trouble.files, trouble.noun)} were not saved, the text was`
						}
					>
						<p>
							This device’s storage is full. The note says which files are missing. They are still on this screen: free
							some space, keep it open, and save again. <Link to="/dashboard/outbox">What takes up room</Link>
						</p>
					</FailureBox>
				</div>
			);
	}
}
