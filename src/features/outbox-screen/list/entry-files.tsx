import type { EntryId } from "#contract/ids.ts";
import { mediumOf } from "#src/lib/evidence/media.tsx";
import { Thumbnail } from "#src/lib/evidence/thumbnail.tsx";
import { useWaitingPicture } from "#src/lib/evidence/use-waiting-picture.ts";
import { filesText, fileText } from "#src/lib/outbox/files-text.ts";
import { useEntryFiles } from "#src/lib/outbox/use-entry-files.ts";
import type { FileProgress } from "#src/outbox/files/attachment.ts";

/** All of an entry's files in a few words. */
export function FilesLine({ id }: { id: EntryId }) {
	const files = useEntryFiles(id);
	return files && files.length > 0 && <span>{filesText(files)}</span>;
}

function FileRow({ file }: { file: FileProgress }) {
	const medium = mediumOf(file.type);
	const picture = useWaitingPicture(medium === "picture" && file.state !== "gone" ? file : null);
	const isMoving = file.sent > 0 && file.state !== "sent";
	return (
		<li className="flex items-center gap-3">
			<Thumbnail medium={medium} src={picture} />
			<div className="min-w-0 grow">
				<p className="wrap-anywhere">
					<bdi>{file.name}</bdi>
				</p>
				<p className="text-13 text-quiet tabular-nums">{fileText(file)}</p>
				{isMoving && (
					<progress
						className="h-1 w-full max-w-[16rem] accent-accent"
						aria-label={`Sent of ${file.name}`}
						value={file.sent}
						max={file.size}
					/>
				)}
			</div>
		</li>
	);
}

/** Each of an entry's files, with its picture and how far it has come. */
export function EntryFiles({ id }: { id: EntryId }) {
	const files = useEntryFiles(id);
	return (
		files &&
		files.length > 0 && (
			<ul aria-label="Files" className="grid gap-2">
				{files.map((file) => (
					<FileRow key={file.sha256} file={file} />
				))}
			</ul>
		)
	);
}
