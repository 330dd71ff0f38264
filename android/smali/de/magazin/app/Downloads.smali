# A file of the server opens in the browser; one that a page has put together belongs to a desk, which has a printer.
.class public Lde/magazin/app/Downloads;
.super Ljava/lang/Object;
.implements Landroid/webkit/DownloadListener;

.field final main:Lde/magazin/app/Main;

.method constructor <init>(Lde/magazin/app/Main;)V
    .locals 0
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Lde/magazin/app/Downloads;->main:Lde/magazin/app/Main;
    return-void
.end method

.method public onDownloadStart(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;J)V
    .locals 3
    iget-object v0, p0, Lde/magazin/app/Downloads;->main:Lde/magazin/app/Main;
    const-string v1, "https://"
    invoke-virtual {p1, v1}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v1
    if-eqz v1, :made
    invoke-static {p1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v1
    invoke-static {v0, v1}, Lde/magazin/app/Client;->openOutside(Landroid/content/Context;Landroid/net/Uri;)V
    return-void
    :made
    const-string v1, "Dateien laden Sie bitte am Schreibtisch."
    const/4 v2, 0x1
    invoke-static {v0, v1, v2}, Landroid/widget/Toast;->makeText(Landroid/content/Context;Ljava/lang/CharSequence;I)Landroid/widget/Toast;
    move-result-object v1
    invoke-virtual {v1}, Landroid/widget/Toast;->show()V
    return-void
.end method
