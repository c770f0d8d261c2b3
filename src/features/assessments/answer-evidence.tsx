import { useInfiniteQuery } from "@tanstack/react-query";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { evidenceListQuery } from "#src/lib/evidence/evidence-api.ts";
import { EvidenceThumbnail } from "#src/lib/evidence/evidence-thumbnail.tsx";
import { fileShown, mediumOf } from "#src/lib/evidence/media.tsx";
import { Thumbnail } from "#src/lib/evidence/thumbnail.tsx";
import { useWaitingThumbnail } from "#src/lib/evidence/use-waiting-thumbnail.ts";
import { waitingEvidence } from "#src/lib/evidence/waiting-evidence.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { TextButton } from "#src/ui/text-button.tsx";

function WaitingPicture({ files }: { files: readonly { type: string; thumbnail?: string | undefined }[] }) {
	const shown = fileShown(files);
	return <Thumbnail medium={shown ? mediumOf(shown.type) : "note"} src={useWaitingThumbnail(shown?.thumbnail)} />;
}

type Props = {
	assessmentId: string;
	/** In the order in which it was added. */
	ids: readonly EvidenceId[];
	entries: readonly Entry[];
	/** Takes a piece off the answer. If left out, pieces can't be removed. */
	onRemove?: ((id: EvidenceId) => void) | undefined;
};

/** An answer's photos and files: those on the server, and those still waiting on this device. */
export function AnswerEvidence(props: Props) {
	// Most answers have none, and in a list of answers each one would watch what the server has.
	return props.ids.length === 0 ? null : <Pieces {...props} />;
}

function Pieces({ assessmentId, ids, entries, onRemove }: Props) {
	const account = useAccount();
	const { scope } = useScope();
	const waiting = waitingEvidence(entries);
	const enabled =
		account.status === "known" &&
		!account.locked &&
		ids.some((id) => !waiting.some(({ evidence }) => evidence.id === id));
	const reading = useInfiniteQuery({
		...evidenceListQuery({ subject: "assessment", id: assessmentId }, scope),
		enabled,
	});
	const known = reading.data?.pages.flatMap((page) => page.evidence) ?? [];
	return (
		<ul aria-label="Photos and files" className="flex flex-wrap gap-x-4 gap-y-2">
			{ids.map((id, index) => {
				const here = waiting.find(({ evidence }) => evidence.id === id);
				const there = known.find((piece) => piece.id === id);
				const name = `File ${index + 1}`;
				return (
					<li key={id} className="flex items-center gap-2">
						{here ? (
							<WaitingPicture files={here.evidence.files} />
						) : (
							<Link to={`/dashboard/evidence/${id}`} aria-label={name}>
								{there ? <EvidenceThumbnail evidence={there} /> : <Thumbnail medium="file" src={null} />}
							</Link>
						)}
						<span className="text-13 text-quiet">
							{here && <span className="block">On this device</span>}
							{onRemove && (
								<TextButton aria-label={`Take off: ${name}`} onClick={() => onRemove(id)}>
									Take off
								</TextButton>
							)}
						</span>
					</li>
				);
			})}
		</ul>
	);
}
