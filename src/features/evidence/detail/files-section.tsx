import { useState } from "react";
import type { EvidenceDetail, StoredFile } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import { sizeText } from "#contract/format/size.ts";
import { FileLink } from "#src/lib/data/files/file-links.tsx";
import { evidenceFileUrl } from "#src/lib/evidence/evidence-api.ts";
import { EvidenceThumbnail } from "#src/lib/evidence/evidence-thumbnail.tsx";
import { MediaIcon, mediumOf } from "#src/lib/evidence/media.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Section } from "#src/ui/page/section.tsx";

/** The part of a hash that is enough to tell files apart by eye. */
const HASH_SHOWN = 12;

function Look({ id, file, src }: { id: EvidenceId; file: StoredFile; src: string }) {
	const [failed, setFailed] = useState(false);
	const onError = () => setFailed(true);
	const medium = mediumOf(file.type);
	if (failed) {
		return (
			<p className="flex items-center gap-3 px-3 py-4 text-15 text-quiet">
				<EvidenceThumbnail evidence={{ id, files: [file] }} />
				It cannot be shown in full right now. It may need a connection.
			</p>
		);
	}
	switch (medium) {
		case "picture":
			return (
				<img
					src={src}
					alt={file.name}
					loading="lazy"
					decoding="async"
					onError={onError}
					className="mx-auto block max-h-[70dvh] max-w-full"
				/>
			);
		case "sound":
			return (
				<div className="p-3">
					{/* biome-ignore lint/a11y/useMediaCaption: evidence is what was recorded, and there is no transcript. */}
					<audio
						controls
						preload="metadata"
						src={src}
						aria-label={file.name}
						onError={onError}
						className="h-11 w-full"
					/>
				</div>
			);
		case "file":
			return (
				<p className="px-3 py-4 text-quiet">
					<MediaIcon name="file" />
				</p>
			);
	}
}

/** The original files: shown or played where that is safe, and always available to save. */
export function FilesSection({ evidence: { id, files } }: { evidence: EvidenceDetail }) {
	const { scope } = useScope();
	if (files.length === 0) return null;
	return (
		<Section id="files" heading="Files">
			<ul className="grid gap-4 md:grid-cols-2">
				{files.map((file) => {
					const { sha256, size, name } = file;
					const src = evidenceFileUrl(id, sha256, scope);
					return (
						<li key={sha256} className="min-w-0">
							<figure className="border border-line bg-raised">
								<Look key={src} id={id} file={file} src={src} />
								<figcaption className="border-line border-t px-3 py-2">
									<p className="wrap-anywhere font-medium text-15">
										<bdi>{name}</bdi>
									</p>
									<p className="flex flex-wrap items-center gap-x-4 text-13 text-quiet tabular-nums">
										<span>{sizeText(size)}</span>
										<span title={sha256}>
											SHA-256 <span className="font-mono">{sha256.slice(0, HASH_SHOWN)}…</span>
										</span>
									</p>
									<div className="flex flex-wrap items-center gap-x-5 print:hidden">
										<FileLink href={src} download={name} className="inline-flex min-h-11 items-center text-15">
											Download<span className="sr-only"> {name}</span>
										</FileLink>
										<CopyButton small text={sha256} what={`the SHA-256 of ${name}`} />
									</div>
								</figcaption>
							</figure>
						</li>
					);
				})}
			</ul>
		</Section>
	);
}
