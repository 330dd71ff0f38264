/** A file within the file: its data as programs read them. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly description: string;
  /** Relationship of the file to the pages (PDF/A-3): what they were made of, or the same once more for programs. */
  readonly relationship?: "Data" | "Alternative";
  /** Statements of the PDF's metadata about the attachment, as RDF descriptions. */
  readonly metadata?: string;
}

/** Puts a file of a day, `YYYY-MM-DD`, into a PDF/A-3. */
export function attach(pdf: PDFKit.PDFDocument, attachment: Attachment, day: string): void {
  const { name, type, bytes, description, relationship = "Data", metadata } = attachment;
  const date = new Date(`${day}T00:00:00Z`);
  const options = { name, type, description, relationship, creationDate: date, modifiedDate: date };
  pdf.compress = true;
  pdf.file(bytes, options); // what PDF/A-3 asks for is not in the types
  pdf.compress = false;
  if (metadata !== undefined) pdf.appendXML(metadata);
}
