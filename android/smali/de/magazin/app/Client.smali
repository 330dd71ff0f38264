# What is shown here: pages of the server, and what is wrong where they cannot be had. Other addresses open in the browser.
.class public Lde/magazin/app/Client;
.super Landroid/webkit/WebViewClient;

.field final main:Lde/magazin/app/Main;

.method constructor <init>(Lde/magazin/app/Main;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lde/magazin/app/Client;->main:Lde/magazin/app/Main;
    return-void
.end method

.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .locals 4
    iget-object v0, p0, Lde/magazin/app/Client;->main:Lde/magazin/app/Main;
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v1
    invoke-static {v0, v1}, Lde/magazin/app/Address;->isOurs(Landroid/content/Context;Landroid/net/Uri;)Z
    move-result v2
    if-eqz v2, :other
    const/4 v2, 0x0
    return v2
    :other
    # the two buttons of offline.html
    invoke-virtual {v1}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v2
    const-string v3, "magazin:neu"
    invoke-virtual {v3, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :address
    invoke-virtual {v0}, Lde/magazin/app/Main;->open()V
    goto :done
    :address
    const-string v3, "magazin:adresse"
    invoke-virtual {v3, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :outside
    invoke-static {v0}, Lde/magazin/app/Address;->ask(Lde/magazin/app/Main;)V
    goto :done
    :outside
    invoke-static {v0, v1}, Lde/magazin/app/Client;->openOutside(Landroid/content/Context;Landroid/net/Uri;)V
    :done
    const/4 v2, 0x1
    return v2
.end method

.method static openOutside(Landroid/content/Context;Landroid/net/Uri;)V
    .locals 2
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.VIEW"
    invoke-direct {v0, v1, p1}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    :try_start
    invoke-virtual {p0, v0}, Landroid/content/Context;->startActivity(Landroid/content/Intent;)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    return-void
    :nobody
    move-exception v0
    return-void
.end method

.method public onReceivedError(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceError;)V
    .locals 1
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :part
    const-string v0, "file:///android_asset/offline.html#netz"
    invoke-virtual {p1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    :part
    return-void
.end method

# A certificate that nobody vouches for is never accepted.
.method public onReceivedSslError(Landroid/webkit/WebView;Landroid/webkit/SslErrorHandler;Landroid/net/http/SslError;)V
    .locals 1
    invoke-virtual {p2}, Landroid/webkit/SslErrorHandler;->cancel()V
    const-string v0, "file:///android_asset/offline.html#zertifikat"
    invoke-virtual {p1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
.end method

# The part of the WebView that draws was killed, for its memory say: begin anew instead of ending the app (Android 8 and newer).
.method public onRenderProcessGone(Landroid/webkit/WebView;Landroid/webkit/RenderProcessGoneDetail;)Z
    .locals 1
    invoke-virtual {p1}, Landroid/webkit/WebView;->getParent()Landroid/view/ViewParent;
    move-result-object v0
    check-cast v0, Landroid/view/ViewGroup;
    invoke-virtual {v0, p1}, Landroid/view/ViewGroup;->removeView(Landroid/view/View;)V
    iget-object v0, p0, Lde/magazin/app/Client;->main:Lde/magazin/app/Main;
    invoke-virtual {v0}, Lde/magazin/app/Main;->recreate()V
    const/4 v0, 0x1
    return v0
.end method
