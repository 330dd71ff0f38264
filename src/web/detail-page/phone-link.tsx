/** The phone's page is a build of its own, which the router does not know. */
export const phoneAddress = "/lager/";

export const PhoneLink = () => (
  <a href={phoneAddress} className="text-link underline">
    Lager am Telefon
  </a>
);
