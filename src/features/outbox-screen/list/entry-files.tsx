import { mediumOf } from "#src/lib/evidence/media.tsx";
import { Thumbnail } from "#src/lib/evidence/thumbnail.tsx";
import { useWaitingThumbnail } from "#src/lib/evidence/use-waiting-thumbnail.ts";
import { thumbnailsIn } from "#src/lib/evidence/waiting-evidence.ts";
import { filesText, fileText } from "#src/lib/outbox/files-text.ts";
import { useEntryFiles } from "#src/lib/outbox/use-entry-files.ts";
import type { FileProgress } from "#src/outbox/files/attachment.ts";
import type { Entry } from "#src/requests/entry.ts";

/** An entry's files, without the thumbnails that travel with them; null until they are read. */
function useFiles(entry: Entry) {
	const files = useEntryFiles(entry.id);
	const thumbnails = new Set(thumbnailsIn(entry).values());
	return files?.filter(({ sha256 }) => !thumbnails.has(sha256)) ?? null;
}

/** All of an entry's files in a few words. */
export function FilesLine({ entry }: { entry: Entry }) {
	const files = useFiles(entry);
	return files && files.length > 0 && <span>{filesText(files)}</span>;
}

function FileRow({ file, thumbnail }: { file: FileProgress; thumbnail: string | undefined }) {
	const picture = useWaitingThumbnail(thumbnail);
	const isMoving = file.sent > 0 && file.state !== "sent";
	return (
		<li className="flex items-center gap-3">
			<Thumbnail medium={mediumOf(file.type)} src={picture} />
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

/** Each of an entry's files, with its picture and upload progress. */
export function EntryFiles({ entry }: { entry: Entry }) {
	const files = useFiles(entry);
	const thumbnails = thumbnailsIn(entry);
	return (
		files &&
		files.length > 0 && (
			<ul aria-label="Files" className="grid gap-2">
				{files.map((file) => (
					<FileRow key={file.sha256} file={file} thumbnail={thumbnails.get(file.sha256)} />
				))}
			</ul>
		)
	);
}
