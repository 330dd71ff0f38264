/** The name that the e-invoice has within the PDF (Factur-X 1.0, ZUGFeRD 2). */
export const facturXName = "factur-x.xml";

const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/** Properties that the metadata state of the e-invoice, and the meaning of each. */
const properties = [
  ["DocumentFileName", facturXName, "name of the embedded XML invoice file"],
  ["DocumentType", "INVOICE", "INVOICE"],
  ["Version", "1.0", "The actual version of the Factur-X XML schema"],
  ["ConformanceLevel", "EN 16931", "The conformance level of the embedded Factur-X data"],
] as const;

const values = properties.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join("");

const meanings = properties
  .map(
    ([name, , description]) => `<rdf:li rdf:parseType="Resource">
  <pdfaProperty:name>${name}</pdfaProperty:name>
  <pdfaProperty:valueType>Text</pdfaProperty:valueType>
  <pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
  )
  .join("\n");

/** The RDF by which a reader knows that a PDF/A-3 carries an e-invoice, with the extension schema that PDF/A asks for. */
export const facturXMetadata = `
<rdf:Description rdf:about="" xmlns:fx="${namespace}">${values}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
  <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
  <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
  <pdfaSchema:prefix>fx</pdfaSchema:prefix>
  <pdfaSchema:property><rdf:Seq>
${meanings}
  </rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`;
