import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { downloadProved } from "./download-proved.ts";

/** Files that take so much along that the server asks first whether it is still their owner who asks. */
export function ProvedDownloads({ files }: { files: readonly { label: string; href: string }[] }) {
	const { state, submit } = useSubmission();
	return (
		<div className="mt-4 grid gap-3">
			<SubmissionFailure title="The file was not downloaded" state={state} />
			{files.map(({ label, href }) => (
				<Button
					key={label}
					variant="secondary"
					wide
					disabled={state.status === "submitting"}
					onClick={() => void submit(() => downloadProved(href))}
				>
					{label}
				</Button>
			))}
		</div>
	);
}
